package io.tidemark.worker.window;

import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.ReducesByArrival;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.List;

/**
 * One value of a {@link ReducesByArrival} and a number that says when the record came that it is, or began with. So values of
 * slices are put together by arrival, whichever slice is the earlier one.
 */
final class ArrivedContents implements Contents {
    private static final String ARRIVALS = "window-arrivals";

    private final ReduceFunction<Object> function;
    private final TypeSerializer<Object> serializer;

    /** Larger than that of every record that is there. */
    private long nextArrival;

    @SuppressWarnings({"unchecked", "rawtypes"})
    ArrivedContents(ReduceFunction<Object> function, TypeSerializer<Object> records) {
        this.function = function;
        this.serializer = (TypeSerializer)
                Types.TUPLE(new SerializerType<>(records), Types.LONG).createSerializer();
    }

    @SuppressWarnings("unchecked")
    private static Tuple2<Object, Long> arrived(Object contents) {
        return (Tuple2<Object, Long>) contents;
    }

    /** Numbers go on from the largest that any subtask had: a key has only been in one of them at a time. */
    @Override
    public void open(OperatorContext context) {
        TypeSerializer<Long> numbers = Types.LONG.createSerializer();
        for (long next : context.restoredState(ARRIVALS, numbers)) {
            nextArrival = Math.max(nextArrival, next);
        }
        context.addSnapshotPart(
                (state, checkpointId) -> state.put(ARRIVALS, StateSharing.MERGE, numbers, List.of(nextArrival)));
    }

    @Override
    public Object add(Object before, Object value) throws Exception {
        Tuple2<Object, Long> added = Tuple2.of(value, nextArrival++);
        return before == null ? added : merge(before, added);
    }

    @Override
    public Object merge(Object a, Object b) throws Exception {
        boolean isInOrder = arrived(a).f1 <= arrived(b).f1;
        Tuple2<Object, Long> first = arrived(isInOrder ? a : b);
        Tuple2<Object, Long> second = arrived(isInOrder ? b : a);
        Object result = function.reduce(first.f0, second.f0);
        boolean isSecond = result == second.f0 && result != first.f0;
        return Tuple2.of(result, isSecond ? second.f1 : first.f1);
    }

    @Override
    public boolean isChangedInPlace() {
        return false;
    }

    @Override
    public Object result(Object contents) {
        return arrived(contents).f0;
    }

    @Override
    public Iterable<Object> elements(Object contents) {
        return List.of(arrived(contents).f0);
    }

    @Override
    public TypeSerializer<Object> serializer() {
        return serializer;
    }
}
