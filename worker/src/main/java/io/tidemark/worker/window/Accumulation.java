package io.tidemark.worker.window;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.type.TypeSerializer;

/**
 * Contents of which those of two sets of records can be put together: what slices need. Where the function changes an
 * accumulator in place, this says which of its arguments it may change.
 */
final class Accumulation {
    private final Contents contents;
    private final TypeSerializer<Object> serializer;
    private final boolean copies;

    private Accumulation(Contents contents) {
        this.contents = contents;
        this.serializer = contents.serializer();
        this.copies = contents.isChangedInPlace() && !serializer.isImmutable();
    }

    /** @param contents of a reduce or an aggregate that {@link #isPossible} */
    static Accumulation of(Contents contents) {
        return new Accumulation(contents);
    }

    /**
     * Whether the contents of slices can be merged: a reduce always can; of an aggregate {@code merge} is tried on two new
     * accumulators, since many leave it out.
     */
    @SuppressWarnings("unchecked")
    static boolean isPossible(WindowSpec spec) {
        if (spec.aggregate() == null) {
            return spec.reduce() != null;
        }
        AggregateFunction<Object, Object, Object> function =
                (AggregateFunction<Object, Object, Object>) spec.aggregate();
        try {
            return function.merge(function.createAccumulator(), function.createAccumulator()) != null;
        } catch (RuntimeException | Error leftOut) {
            // Kotlin's TODO() and Scala's ??? are errors.
            if (leftOut instanceof VirtualMachineError fatal) {
                throw fatal;
            }
            return false;
        }
    }

    TypeSerializer<Object> serializer() {
        return serializer;
    }

    /** With one record more; {@code before}, null for nothing, is not to be used afterwards. */
    Object add(Object before, Object value) throws Exception {
        return contents.add(before, value);
    }

    /** A record to {@link #add} that is added in another place too. */
    Object keptRecord(Object value) {
        return contents.keptRecord(value);
    }

    /** Of the records of both, those of {@code earlier} first; neither is to be used afterwards, and one of them may be null. */
    Object merge(Object earlier, Object later) throws Exception {
        if (earlier == null) {
            return later;
        }
        if (later == null) {
            return earlier;
        }
        return contents.merge(earlier, later);
    }

    /** The same, which no change of the one that is given reaches; null for null. */
    Object kept(Object value) {
        return copies && value != null ? serializer.copy(value) : value;
    }
}
