package io.tidemark.worker.function;

import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.RichFunction;
import io.tidemark.api.operator.OperatorContext;

/** Opens and closes functions that have a life. */
public final class RichFunctions {
    private static final OpenContext OPEN_CONTEXT = new OpenContext() {};

    private RichFunctions() {}

    /** Opens the function if it is a rich one. */
    public static void open(Object function, OperatorContext context) throws Exception {
        if (function instanceof RichFunction rich) {
            rich.setRuntimeContext(context.runtimeContext());
            rich.open(OPEN_CONTEXT);
        }
    }

    /** Closes the function if it is a rich one. */
    public static void close(Object function) throws Exception {
        if (function instanceof RichFunction rich) {
            rich.close();
        }
    }
}
