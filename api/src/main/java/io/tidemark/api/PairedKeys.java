package io.tidemark.api;

import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.type.TaggedUnion;
import io.tidemark.api.type.TypeExtractor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;

/** Two streams and the keys by which their records belong together. */
record PairedKeys<T1, T2, K>(
        DataStream<T1> first,
        DataStream<T2> second,
        KeySelector<T1, K> firstKey,
        KeySelector<T2, K> secondKey,
        TypeInformation<K> keyType) {
    /**
     * The type of a selector's keys.
     *
     * @param what the call, for messages
     */
    static <K> TypeInformation<K> keyTypeOf(KeySelector<?, K> selector, String what) {
        return TypeExtractor.keyOf(selector, KeySelector.class, 1, what, CallSite.current());
    }

    /** @throws InvalidPlanException when the two are of two types */
    static void requireSame(TypeInformation<?> first, TypeInformation<?> second) {
        if (!first.equals(second)) {
            throw new InvalidPlanException(
                    "equalTo (" + CallSite.current() + "): the keys of the two streams are of two" + " types, " + first
                            + " and " + second + ". Select keys of one type in where and equalTo.");
        }
    }

    /** Both streams in one, in windows; the type of the records is that of a union. */
    <W extends Window> WindowedStream<TaggedUnion<T1, T2>, K, W> window(
            WindowAssigner<? super TaggedUnion<T1, T2>, W> assigner) {
        TypeInformation<TaggedUnion<T1, T2>> type = TaggedUnion.type(first.getType(), second.getType());
        DataStream<TaggedUnion<T1, T2>> ones = tagged(first, TaggedUnion::one, type, "First of Two");
        DataStream<TaggedUnion<T1, T2>> twos = tagged(second, TaggedUnion::two, type, "Second of Two");
        KeySelector<T1, K> ofFirst = firstKey;
        KeySelector<T2, K> ofSecond = secondKey;
        return ones.union(twos)
                .keyBy(
                        element -> element.isOne() ? ofFirst.getKey(element.one()) : ofSecond.getKey(element.two()),
                        keyType)
                .window(assigner);
    }

    /** In as many subtasks as the stream has, so that its records stay in their order. */
    private static <T, R> DataStream<R> tagged(
            DataStream<T> stream, MapFunction<T, R> tag, TypeInformation<R> type, String name) {
        SingleOutputStreamOperator<R> tagged = stream.map(tag, type).name(name);
        boolean isOwn = stream.ports().stream().anyMatch(port -> port.vertex().hasOwnParallelism());
        return isOwn ? tagged.setParallelism(stream.getParallelism()) : tagged;
    }
}
