package io.tidemark.api.type;

import java.util.List;
import java.util.Objects;

/**
 * A record of one of two streams, in one stream of both: what a window holds that joins them. Exactly one of the two is not
 * null.
 *
 * @param one of the first stream, or null
 * @param two of the second stream, or null
 * @param <T1> type of the first stream's records
 * @param <T2> type of the second stream's records
 */
public record TaggedUnion<T1, T2>(T1 one, T2 two) {
    /** A record of the first stream. */
    public static <T1, T2> TaggedUnion<T1, T2> one(T1 one) {
        return new TaggedUnion<>(Objects.requireNonNull(one, "one"), null);
    }

    /** A record of the second stream. */
    public static <T1, T2> TaggedUnion<T1, T2> two(T2 two) {
        return new TaggedUnion<>(null, Objects.requireNonNull(two, "two"));
    }

    public boolean isOne() {
        return one != null;
    }

    public boolean isTwo() {
        return two != null;
    }

    /** The record of the first stream, or null. */
    public T1 getOne() {
        return one;
    }

    /** The record of the second stream, or null. */
    public T2 getTwo() {
        return two;
    }

    /** The type of such a stream. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static <T1, T2> TypeInformation<TaggedUnion<T1, T2>> type(TypeInformation<T1> one, TypeInformation<T2> two) {
        return (TypeInformation)
                new StructType<>(StructKind.RECORD, TaggedUnion.class, List.of("one", "two"), List.of(one, two));
    }
}
