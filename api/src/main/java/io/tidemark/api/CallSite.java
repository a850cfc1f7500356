package io.tidemark.api;

import java.net.URL;
import java.security.CodeSource;
import java.util.Objects;

/** The line of the author's code that is under way, for error messages. */
final class CallSite {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final String PACKAGE = CallSite.class.getPackageName();
    private static final URL PLACE = placeOf(CallSite.class);

    private CallSite() {}

    /** Such as {@code WordCount.java:17}. */
    static String current() {
        return WALKER.walk(frames -> frames.filter(
                        frame -> !isOurs(frame.getDeclaringClass()) && !isOfJava(frame.getDeclaringClass()))
                .findFirst()
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("unknown"));
    }

    /** By package and place, not by a list: a class that comes later would be missing in it, and be named for the author's. */
    private static boolean isOurs(Class<?> type) {
        return type.getPackageName().equals(PACKAGE) && Objects.equals(placeOf(type), PLACE);
    }

    /** What the API calls back through, as a lambda in an {@code Optional}. */
    private static boolean isOfJava(Class<?> type) {
        return type.getPackageName().startsWith("java.");
    }

    private static URL placeOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }
}
