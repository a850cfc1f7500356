package io.tidemark.api;

import io.tidemark.api.function.CoGroupFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.FlatJoinFunction;
import io.tidemark.api.function.Function;
import io.tidemark.api.function.JoinFunction;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.type.TaggedUnion;
import io.tidemark.api.window.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Functions of the records of two streams, as functions of windows that hold both. */
final class PairedWindows {
    private PairedWindows() {}

    static <T1, T2, R, K, W extends Window> ProcessWindowFunction<TaggedUnion<T1, T2>, R, K, W> coGrouped(
            CoGroupFunction<T1, T2, R> function) {
        return new Paired<>(Objects.requireNonNull(function, "function"), function::coGroup);
    }

    static <T1, T2, R, K, W extends Window> ProcessWindowFunction<TaggedUnion<T1, T2>, R, K, W> joined(
            JoinFunction<T1, T2, R> function) {
        Objects.requireNonNull(function, "function");
        return new Paired<>(function, (ones, twos, out) -> {
            for (T1 one : ones) {
                for (T2 two : twos) {
                    out.collect(function.join(one, two));
                }
            }
        });
    }

    static <T1, T2, R, K, W extends Window> ProcessWindowFunction<TaggedUnion<T1, T2>, R, K, W> flatJoined(
            FlatJoinFunction<T1, T2, R> function) {
        Objects.requireNonNull(function, "function");
        return new Paired<>(function, (ones, twos, out) -> {
            for (T1 one : ones) {
                for (T2 two : twos) {
                    function.join(one, two, out);
                }
            }
        });
    }

    private static final class Paired<T1, T2, R, K, W extends Window>
            extends WindowFunctionOver<TaggedUnion<T1, T2>, R, K, W> {
        private static final long serialVersionUID = 1L;

        private final CoGroupFunction<T1, T2, R> pairing;

        /** @param pairing calls the function */
        Paired(Function function, CoGroupFunction<T1, T2, R> pairing) {
            super(function);
            this.pairing = pairing;
        }

        @Override
        public void process(K key, Context context, Iterable<TaggedUnion<T1, T2>> elements, Collector<R> out)
                throws Exception {
            List<T1> ones = new ArrayList<>();
            List<T2> twos = new ArrayList<>();
            for (TaggedUnion<T1, T2> element : elements) {
                if (element.isOne()) {
                    ones.add(element.one());
                } else {
                    twos.add(element.two());
                }
            }
            pairing.coGroup(ones, twos, out);
        }
    }
}
