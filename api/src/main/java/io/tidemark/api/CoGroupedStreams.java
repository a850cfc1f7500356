package io.tidemark.api;

import io.tidemark.api.function.CoGroupFunction;
import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.type.TaggedUnion;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;
import java.time.Duration;
import java.util.Objects;

/**
 * Two streams of which all records with the same key and window meet, also where one of the two has none.
 *
 * <pre>{@code
 * orders.coGroup(payments)
 *         .where(Order::customer)
 *         .equalTo(Payment::customer)
 *         .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
 *         .apply(new Compare());
 * }</pre>
 *
 * @param <T1> type of the first stream's records
 * @param <T2> type of the second stream's records
 */
public final class CoGroupedStreams<T1, T2> {
    private final DataStream<T1> first;
    private final DataStream<T2> second;

    CoGroupedStreams(DataStream<T1> first, DataStream<T2> second) {
        this.first = first;
        this.second = Objects.requireNonNull(second, "the other stream");
    }

    /** The key of the first stream's records. */
    public <KEY> Where<KEY> where(KeySelector<T1, KEY> keySelector) {
        return where(keySelector, PairedKeys.keyTypeOf(keySelector, "where"));
    }

    /** The key of the first stream's records, of this type. */
    public <KEY> Where<KEY> where(KeySelector<T1, KEY> keySelector, TypeInformation<KEY> keyType) {
        return new Where<>(
                Objects.requireNonNull(keySelector, "keySelector"), Objects.requireNonNull(keyType, "keyType"));
    }

    /** The first stream has its key. */
    public final class Where<KEY> {
        private final KeySelector<T1, KEY> firstKey;
        private final TypeInformation<KEY> keyType;

        private Where(KeySelector<T1, KEY> firstKey, TypeInformation<KEY> keyType) {
            this.firstKey = firstKey;
            this.keyType = keyType;
        }

        /** The key of the second stream's records; it is of the type of the first one's. */
        public EqualTo equalTo(KeySelector<T2, KEY> keySelector) {
            return equalTo(keySelector, keyType);
        }

        /**
         * The key of the second stream's records, of this type.
         *
         * @throws InvalidPlanException when that is not the type of the first one's
         */
        public EqualTo equalTo(KeySelector<T2, KEY> keySelector, TypeInformation<KEY> otherKeyType) {
            PairedKeys.requireSame(keyType, otherKeyType);
            return new EqualTo(new PairedKeys<>(
                    first, second, firstKey, Objects.requireNonNull(keySelector, "keySelector"), keyType));
        }

        /** Both streams have their key. */
        public final class EqualTo {
            private final PairedKeys<T1, T2, KEY> keys;

            private EqualTo(PairedKeys<T1, T2, KEY> keys) {
                this.keys = keys;
            }

            /** The windows in which records meet. */
            public <W extends Window> WithWindow<T1, T2, KEY, W> window(
                    WindowAssigner<? super TaggedUnion<T1, T2>, W> assigner) {
                return new WithWindow<>(keys.window(assigner));
            }
        }
    }

    /**
     * The records of both streams in windows. Its settings return the same object; {@code apply} ends it. Results carry the
     * window's largest timestamp.
     *
     * @param <T1> type of the first stream's records
     * @param <T2> type of the second stream's records
     * @param <KEY> type of the keys
     * @param <W> type of the windows
     */
    public static final class WithWindow<T1, T2, KEY, W extends Window> {
        private final WindowedStream<TaggedUnion<T1, T2>, KEY, W> windows;

        private WithWindow(WindowedStream<TaggedUnion<T1, T2>, KEY, W> windows) {
            this.windows = windows;
        }

        /** See {@link WindowedStream#trigger}. */
        public WithWindow<T1, T2, KEY, W> trigger(Trigger<? super TaggedUnion<T1, T2>, ? super W> trigger) {
            windows.trigger(trigger);
            return this;
        }

        /** See {@link WindowedStream#evictor}. */
        public WithWindow<T1, T2, KEY, W> evictor(Evictor<? super TaggedUnion<T1, T2>, ? super W> evictor) {
            windows.evictor(evictor);
            return this;
        }

        /** See {@link WindowedStream#allowedLateness}. */
        public WithWindow<T1, T2, KEY, W> allowedLateness(Duration lateness) {
            windows.allowedLateness(lateness);
            return this;
        }

        /** Sends records that are too late for every window to this side output instead of dropping and counting them. */
        public WithWindow<T1, T2, KEY, W> sideOutputLateData(OutputTag<TaggedUnion<T1, T2>> tag) {
            windows.sideOutputLateData(tag);
            return this;
        }

        /** Makes results of all records of a key in a window. */
        public <R> SingleOutputStreamOperator<R> apply(CoGroupFunction<T1, T2, R> function) {
            return windows.process(
                    "Co-Group",
                    PairedWindows.coGrouped(function),
                    DataStream.outputOf(function, CoGroupFunction.class, 2, "apply"));
        }

        /** Makes results of all records of a key in a window; results of this type. */
        public <R> SingleOutputStreamOperator<R> apply(
                CoGroupFunction<T1, T2, R> function, TypeInformation<R> resultType) {
            return windows.process("Co-Group", PairedWindows.coGrouped(function), OutputType.of(resultType));
        }
    }
}
