package io.tidemark.migration;

import java.util.List;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.TreeVisitor;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.ChangeType;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.search.UsesType;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeUtils;

/**
 * Has the functions of a Flink 1 job opened with a context. There {@code open} was given a Configuration, which has been empty
 * for long, so that no function can have used it.
 */
public final class OpenWithContext extends Recipe {
    private static final String CONFIGURATION = "org.apache.flink.configuration.Configuration";
    private static final String CONTEXT = "org.apache.flink.api.common.functions.OpenContext";
    private static final String RICH_FUNCTION = "org.apache.flink.api.common.functions.RichFunction";

    @Override
    public String getDisplayName() {
        return "Open rich functions with a context";
    }

    @Override
    public String getDescription() {
        return "Changes `open(Configuration)` of rich functions to `open(OpenContext)`.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        return Preconditions.check(new UsesType<>(CONFIGURATION, false), new Visitor());
    }

    private static final class Visitor extends JavaIsoVisitor<ExecutionContext> {
        @Override
        public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration declared, ExecutionContext context) {
            J.MethodDeclaration method = super.visitMethodDeclaration(declared, context);
            if (!method.getSimpleName().equals("open") || !isOfRichFunction() || !takesConfiguration(method)) {
                return method;
            }
            maybeAddImport(CONTEXT, false);
            maybeRemoveImport(CONFIGURATION);
            TreeVisitor<?, ExecutionContext> change = new ChangeType(CONFIGURATION, CONTEXT, true).getVisitor();
            List<Statement> parameters = ListUtils.map(method.getParameters(), parameter ->
                    (Statement) change.visitNonNull(parameter, context, getCursor()));
            return method.withParameters(parameters);
        }

        private boolean isOfRichFunction() {
            J.ClassDeclaration around = getCursor().firstEnclosing(J.ClassDeclaration.class);
            J.NewClass nameless = getCursor().firstEnclosing(J.NewClass.class);
            return (around != null && TypeUtils.isAssignableTo(RICH_FUNCTION, around.getType()))
                    || (nameless != null && TypeUtils.isAssignableTo(RICH_FUNCTION, nameless.getType()));
        }

        private static boolean takesConfiguration(J.MethodDeclaration method) {
            return method.getParameters().size() == 1
                    && method.getParameters().get(0) instanceof J.VariableDeclarations parameter
                    && TypeUtils.isOfClassType(parameter.getType(), CONFIGURATION);
        }
    }
}
