package io.tidemark.api.function;

import io.tidemark.api.state.BroadcastState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReadOnlyBroadcastState;

/** What functions with a broadcast second input have in common. */
public abstract class BaseBroadcastProcessFunction extends AbstractRichFunction {
    private static final long serialVersionUID = 1L;

    /** For the two kinds. */
    BaseBroadcastProcessFunction() {}

    /** What surrounds any record. */
    abstract class BaseContext {
        BaseContext() {}

        /** Event time of the record, or the timer, in milliseconds; null if it has none. */
        public abstract Long timestamp();

        /** Emits a record to a side output. */
        public abstract <X> void output(OutputTag<X> outputTag, X value);

        /** The wall clock in milliseconds since 1970. */
        public abstract long currentProcessingTime();

        /** The event time of this operator in milliseconds since 1970, Long.MIN_VALUE before the first watermark. */
        public abstract long currentWatermark();
    }

    /** What surrounds a record that every subtask gets. */
    public abstract class Context extends BaseContext {
        /** For the runtime. */
        protected Context() {}

        /**
         * The broadcast state of this name, to read and to change. Every subtask has to change it in the same way.
         *
         * @throws IllegalArgumentException when the stream was not broadcast with this descriptor
         */
        public abstract <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> stateDescriptor);
    }

    /** What surrounds a record that one subtask gets. */
    public abstract class ReadOnlyContext extends BaseContext {
        /** For the runtime. */
        protected ReadOnlyContext() {}

        /**
         * The broadcast state of this name, to read.
         *
         * @throws IllegalArgumentException when the stream was not broadcast with this descriptor
         */
        public abstract <K, V> ReadOnlyBroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> stateDescriptor);
    }
}
