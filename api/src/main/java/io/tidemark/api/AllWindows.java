package io.tidemark.api;

import io.tidemark.api.function.AllWindowFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedStateStore;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessAllWindowFunction;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.Window;
import java.util.Objects;

/** Functions of windows over a whole stream, as functions of the windows of its only key. */
final class AllWindows {
    private AllWindows() {}

    static <IN, OUT, W extends Window> ProcessWindowFunction<IN, OUT, Byte, W> of(
            AllWindowFunction<IN, OUT, W> function) {
        return new Applying<>(Objects.requireNonNull(function, "function"));
    }

    /** What clears something is asked at the end of each window; another one costs nothing there. */
    static <IN, OUT, W extends Window> ProcessWindowFunction<IN, OUT, Byte, W> of(
            ProcessAllWindowFunction<IN, OUT, W> function) {
        return clears(Objects.requireNonNull(function, "function"))
                ? new Clearing<>(function)
                : new Processing<>(function);
    }

    private static boolean clears(ProcessAllWindowFunction<?, ?, ?> function) {
        try {
            return function.getClass()
                            .getMethod("clear", ProcessAllWindowFunction.Context.class)
                            .getDeclaringClass()
                    != ProcessAllWindowFunction.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(function.getClass() + " is no window function", e);
        }
    }

    private static final class Applying<IN, OUT, W extends Window> extends WindowFunctionOver<IN, OUT, Byte, W> {
        private static final long serialVersionUID = 1L;

        private final AllWindowFunction<IN, OUT, W> function;

        Applying(AllWindowFunction<IN, OUT, W> function) {
            super(function);
            this.function = function;
        }

        @Override
        public void process(Byte key, Context context, Iterable<IN> elements, Collector<OUT> out) throws Exception {
            function.apply(context.window(), elements, out);
        }
    }

    private static final class Processing<IN, OUT, W extends Window> extends WindowFunctionOver<IN, OUT, Byte, W> {
        private static final long serialVersionUID = 1L;

        private final ProcessAllWindowFunction<IN, OUT, W> function;

        Processing(ProcessAllWindowFunction<IN, OUT, W> function) {
            super(function);
            this.function = function;
        }

        @Override
        public void process(Byte key, Context context, Iterable<IN> elements, Collector<OUT> out) throws Exception {
            function.process(new Surroundings<>(function, context), elements, out);
        }
    }

    private static final class Clearing<IN, OUT, W extends Window> extends WindowFunctionOver<IN, OUT, Byte, W> {
        private static final long serialVersionUID = 1L;

        private final ProcessAllWindowFunction<IN, OUT, W> function;

        Clearing(ProcessAllWindowFunction<IN, OUT, W> function) {
            super(function);
            this.function = function;
        }

        @Override
        public void process(Byte key, Context context, Iterable<IN> elements, Collector<OUT> out) throws Exception {
            function.process(new Surroundings<>(function, context), elements, out);
        }

        @Override
        public void clear(Context context) throws Exception {
            function.clear(new Surroundings<>(function, context));
        }
    }

    private static final class Surroundings<IN, OUT, W extends Window>
            extends ProcessAllWindowFunction<IN, OUT, W>.Context {
        private final ProcessWindowFunction<IN, OUT, Byte, W>.Context context;

        Surroundings(
                ProcessAllWindowFunction<IN, OUT, W> function,
                ProcessWindowFunction<IN, OUT, Byte, W>.Context context) {
            function.super();
            this.context = context;
        }

        @Override
        public W window() {
            return context.window();
        }

        @Override
        public KeyedStateStore windowState() {
            return context.windowState();
        }

        @Override
        public KeyedStateStore globalState() {
            return context.globalState();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            context.output(outputTag, value);
        }
    }
}
