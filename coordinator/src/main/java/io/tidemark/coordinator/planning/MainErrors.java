package io.tidemark.coordinator.planning;

import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.api.connector.ConnectorException;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.type.InvalidTypesException;
import io.tidemark.network.proto.ErrorDetail;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns what a job's main threw into a line of cause and a line of what to do. */
final class MainErrors {
    private static final int MAX_LINE = 1000;
    private static final int MAX_STACK = 32 * 1024;
    private static final int CLASS_FILE_OF_JAVA_0 = 44;
    private static final Pattern NEWER_CLASS = Pattern.compile("(\\S+) has been compiled .*class file version (\\d+)");

    private MainErrors() {}

    static ErrorDetail thrown(Throwable thrown, String mainClass) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root && !speaks(root)) {
            root = root.getCause();
        }
        String[] lines = describe(root, mainClass);
        return ErrorDetail.newBuilder()
                .setCause(oneLine(lines[0]))
                .setHint(oneLine(lines[1]))
                .setStackTrace(stackOf(thrown))
                .build();
    }

    /** Whether the message is meant for the author of the job as it is. */
    private static boolean speaks(Throwable thrown) {
        return thrown instanceof ConnectorException
                || thrown instanceof InvalidPlanException
                || thrown instanceof InvalidTypesException
                || thrown instanceof InvalidConfigurationException;
    }

    /** Cause and hint. */
    private static String[] describe(Throwable root, String mainClass) {
        String message = String.valueOf(root.getMessage());
        if (root instanceof ConnectorException connector) {
            return new String[] {message, connector.hint()};
        }
        if (speaks(root)) {
            String[] lines = message.split("\\R", 2);
            return new String[] {
                lines[0], lines.length > 1 ? lines[1] : "Change " + where(root, mainClass) + " and submit again."
            };
        }
        if (root instanceof UnsupportedClassVersionError) {
            return newerJava(message);
        }
        if (root instanceof NoClassDefFoundError || root instanceof ClassNotFoundException) {
            return new String[] {
                "class " + message.replace('/', '.') + " is not in the jar, and is needed by " + where(root, mainClass),
                "Build a jar that holds the job's dependencies; Tidemark's own api is provided."
            };
        }
        if (root instanceof LinkageError) {
            return new String[] {
                root.getClass().getSimpleName() + ": " + message,
                "Build the jar against the version of Tidemark that runs here."
            };
        }
        String what = root.getClass().getName() + (root.getMessage() == null ? "" : ": " + message);
        return new String[] {
            where(root, mainClass) + " threw " + what,
            "Mend it and submit again. Nothing has been started; --verbose shows the stack trace."
        };
    }

    private static String[] newerJava(String message) {
        int here = Runtime.version().feature();
        Matcher matcher = NEWER_CLASS.matcher(message);
        String cause = matcher.find()
                ? "class " + matcher.group(1).replace('/', '.') + " is compiled for Java "
                        + (Integer.parseInt(matcher.group(2)) - CLASS_FILE_OF_JAVA_0) + ", Tidemark runs on Java "
                        + here
                : message;
        return new String[] {
            cause, "Compile the job with --release " + here + ", or run coordinator and workers on that newer Java."
        };
    }

    /** The place in the job's own code nearest to the failure. */
    private static String where(Throwable thrown, String mainClass) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String type = frame.getClassName();
            boolean foreign = type.startsWith("java.")
                    || type.startsWith("jdk.")
                    || type.startsWith("sun.")
                    || type.startsWith("io.tidemark.api.")
                    || type.startsWith("io.tidemark.coordinator.");
            if (!foreign) {
                return type + "." + frame.getMethodName() + " (line " + frame.getLineNumber() + ")";
            }
        }
        return mainClass;
    }

    private static String oneLine(String text) {
        String line = text.replaceAll("\\s*\\R\\s*", " ").strip();
        return line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE) + "…";
    }

    private static String stackOf(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        String stack = text.toString();
        return stack.length() <= MAX_STACK ? stack : stack.substring(0, MAX_STACK) + "…";
    }
}
