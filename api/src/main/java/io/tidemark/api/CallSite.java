package io.tidemark.api;

import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;

/** The line of the author's code that is under way, for error messages. */
final class CallSite {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    /** Those that the author calls. */
    private static final Set<Class<?>> OURS = Set.of(
            DataStream.class,
            DataStreamSink.class,
            DataStreamSource.class,
            KeyedStream.class,
            SingleOutputStreamOperator.class,
            StreamExecutionEnvironment.class,
            WindowedStream.class);

    private CallSite() {}

    /** Such as {@code WordCount.java:17}. */
    static String current() {
        return WALKER.walk(CallSite::callerOfOurs);
    }

    private static String callerOfOurs(Stream<StackWalker.StackFrame> frames) {
        StackWalker.StackFrame caller = null;
        boolean isCalledByUs = false;
        for (Iterator<StackWalker.StackFrame> i = frames.iterator(); i.hasNext(); ) {
            StackWalker.StackFrame frame = i.next();
            boolean isOurs = OURS.contains(frame.getDeclaringClass());
            if (isCalledByUs && !isOurs) {
                caller = frame;
            }
            isCalledByUs = isOurs;
        }
        return caller == null ? "unknown" : caller.getFileName() + ":" + caller.getLineNumber();
    }
}
