package io.tidemark.api;

import java.util.Set;

/** The line of the author's code that is under way, for error messages. */
final class CallSite {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final Set<Class<?>> OURS = Set.of(
            BroadcastConnectedStream.class,
            BroadcastStream.class,
            CallSite.class,
            ConnectedStreams.class,
            DataStream.class,
            DataStreamSink.class,
            DataStreamSource.class,
            KeyedStream.class,
            KeyedStream.IntervalJoin.class,
            KeyedStream.IntervalJoined.class,
            PlanVertex.class,
            SingleOutputStreamOperator.class,
            StreamExecutionEnvironment.class,
            WindowedStream.class);

    private CallSite() {}

    /** Such as {@code WordCount.java:17}. */
    static String current() {
        return WALKER.walk(frames -> frames.filter(frame -> !OURS.contains(frame.getDeclaringClass()))
                .findFirst()
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("unknown"));
    }
}
