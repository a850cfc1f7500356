package io.tidemark.worker.window;

import io.tidemark.api.function.KeyedStateStore;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.MergingWindowAssigner;
import io.tidemark.api.window.Window;
import io.tidemark.worker.function.KeyedStates;
import io.tidemark.worker.function.RichFunctions;
import io.tidemark.worker.function.SideOutputs;
import io.tidemark.worker.function.TimestampedCollector;

/** Makes the results of a firing, which carry the window's largest timestamp. The current key is the window's. */
final class WindowResults {
    private static final String STATE_PREFIX = "window-state.";

    private final Contents contents;
    private final Object reduce;
    private final Object aggregate;
    private final ProcessWindowFunction<Object, Object, Object, Window> function;
    private final boolean clears;
    private final boolean merges;
    private final Lateness lateness;

    private OperatorContext context;
    private TimestampedCollector<Object> collector;
    private SideOutputs sideOutputs;
    private WindowStates windowStates;
    private KeyedStateStore globalState;
    private FiringContext firing;

    @SuppressWarnings("unchecked")
    WindowResults(WindowSpec spec, Contents contents) {
        this.contents = contents;
        this.merges = spec.assigner() instanceof MergingWindowAssigner;
        this.reduce = spec.reduce();
        this.aggregate = spec.aggregate();
        this.function = (ProcessWindowFunction<Object, Object, Object, Window>) spec.process();
        this.clears = clearsByKey(function);
        this.lateness = new Lateness(spec.allowedLatenessMs());
    }

    /** Whether something is to be done for each key of a window that is gone. */
    static boolean clearsByKey(ProcessWindowFunction<?, ?, ?, ?> function) {
        return function != null && overridesClear(function);
    }

    private static boolean overridesClear(ProcessWindowFunction<?, ?, ?, ?> function) {
        try {
            return function.getClass()
                            .getMethod("clear", ProcessWindowFunction.Context.class)
                            .getDeclaringClass()
                    != ProcessWindowFunction.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(function.getClass() + " is no window function", e);
        }
    }

    void open(OperatorContext operatorContext, TypeSerializer<Window> windows) throws Exception {
        context = operatorContext;
        collector = new TimestampedCollector<>(context.output());
        RichFunctions.open(reduce, context);
        RichFunctions.open(aggregate, context);
        if (function != null) {
            sideOutputs = new SideOutputs(context.output());
            windowStates = merges
                    ? null
                    : new WindowStates(
                            context.keyedState(), STATE_PREFIX, windows, new GoneWindows(context, windows, lateness));
            globalState = new KeyedStates(context.runtimeContext());
            firing = new FiringContext(function);
            RichFunctions.open(function, context);
        }
    }

    void fire(Object key, Window window, Object windowContents) throws Exception {
        fire(key, window, windowContents, window.maxTimestamp());
    }

    /** @param timestamp of the results */
    void fire(Object key, Window window, Object windowContents, long timestamp) throws Exception {
        collector.setTimestamp(timestamp);
        if (function == null) {
            collector.collect(contents.result(windowContents));
        } else {
            firing.enter(window);
            function.process(key, firing, contents.elements(windowContents), collector);
        }
    }

    /** Whether {@link #clear} does something for each key. */
    boolean clearsByKey() {
        return clears;
    }

    /** The window of the current key is gone. */
    void clear(Window window) throws Exception {
        if (function != null) {
            collector.setTimestamp(window.maxTimestamp());
            firing.enter(window);
            function.clear(firing);
        }
    }

    /** The window is gone for all keys. */
    void drop(Window window) {
        if (windowStates != null) {
            windowStates.drop(window);
        }
    }

    void close() throws Exception {
        RichFunctions.close(function);
        RichFunctions.close(aggregate);
        RichFunctions.close(reduce);
    }

    private final class FiringContext extends ProcessWindowFunction<Object, Object, Object, Window>.Context {
        private Window window;

        FiringContext(ProcessWindowFunction<Object, Object, Object, Window> function) {
            function.super();
        }

        void enter(Window entered) {
            window = entered;
            if (!merges) {
                windowStates.enter(entered);
            }
        }

        @Override
        public Window window() {
            return window;
        }

        @Override
        public long currentProcessingTime() {
            return context.processingTimeMs();
        }

        @Override
        public long currentWatermark() {
            return context.currentKeyWatermark();
        }

        @Override
        public KeyedStateStore windowState() {
            if (merges) {
                throw new UnsupportedOperationException(
                        "Window \"" + context.operatorName() + "\" merges its windows, so"
                                + " state of one of them has no place to go when it becomes a part of another.\n"
                                + "Keep it in globalState(), which is by key.");
            }
            return windowStates;
        }

        @Override
        public KeyedStateStore globalState() {
            return globalState;
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            sideOutputs.emit(outputTag, value, collector.timestamp());
        }
    }
}
