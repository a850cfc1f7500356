package io.tidemark.worker.window;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.operator.ReducesByArrival;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.ArrayList;
import java.util.List;

/** What a window keeps of its records, and what it makes of that when it fires. */
interface Contents {
    /** Before the first record. */
    default void open(OperatorContext context) {}

    /** The contents with one record more; {@code before} is null for a window without any. */
    Object add(Object before, Object value) throws Exception;

    /** The contents of two windows, or slices, that become one; those of {@code a} came first. It may be one of the two, changed. */
    Object merge(Object a, Object b) throws Exception;

    /** The one result of a window without a function of its own. */
    Object result(Object contents);

    /** What the window's function is handed. */
    Iterable<Object> elements(Object contents);

    /** Serializer of the contents. */
    TypeSerializer<Object> serializer();

    /** Whether {@link #add} or {@link #merge} may change what they are given, as functions do that were written for that. */
    default boolean isChangedInPlace() {
        return true;
    }

    /** A record that is added in more than one place: a reduce may keep it, change it and give it back. */
    default Object keptRecord(Object value) {
        return value;
    }

    /** The contents of slices, which are not put together in the order in which their records came. */
    @SuppressWarnings("unchecked")
    static Contents ofSlices(WindowSpec spec) {
        return spec.reduce() instanceof ReducesByArrival<?>
                ? new ArrivedContents((ReduceFunction<Object>) spec.reduce(), (TypeSerializer<Object>) spec.contents())
                : of(spec);
    }

    @SuppressWarnings("unchecked")
    static Contents of(WindowSpec spec) {
        TypeSerializer<Object> serializer = (TypeSerializer<Object>) spec.contents();
        if (spec.reduce() != null) {
            return new Reduced((ReduceFunction<Object>) spec.reduce(), serializer);
        }
        if (spec.aggregate() != null) {
            return new Aggregated((AggregateFunction<Object, Object, Object>) spec.aggregate(), serializer);
        }
        if (spec.process() == null) {
            throw new IllegalArgumentException("a window without reduce, aggregate and process gives no result");
        }
        return new All(serializer);
    }

    /** One value of the records' type. */
    record Reduced(ReduceFunction<Object> function, TypeSerializer<Object> serializer) implements Contents {
        @Override
        public Object add(Object before, Object value) throws Exception {
            return before == null ? value : function.reduce(before, value);
        }

        @Override
        public Object merge(Object a, Object b) throws Exception {
            return function.reduce(a, b);
        }

        @Override
        public Object keptRecord(Object value) {
            return serializer.isImmutable() ? value : serializer.copy(value);
        }

        @Override
        public Object result(Object contents) {
            return contents;
        }

        @Override
        public Iterable<Object> elements(Object contents) {
            return List.of(contents);
        }
    }

    /** An accumulator. */
    record Aggregated(AggregateFunction<Object, Object, Object> function, TypeSerializer<Object> serializer)
            implements Contents {
        @Override
        public Object add(Object before, Object value) {
            return function.add(value, before == null ? function.createAccumulator() : before);
        }

        @Override
        public Object merge(Object a, Object b) {
            return function.merge(a, b);
        }

        @Override
        public Object result(Object contents) {
            return function.getResult(contents);
        }

        @Override
        public Iterable<Object> elements(Object contents) {
            return List.of(function.getResult(contents));
        }
    }

    /** All records, by arrival. */
    final class All implements Contents {
        private final TypeSerializer<Object> serializer;

        @SuppressWarnings({"unchecked", "rawtypes"})
        All(TypeSerializer<Object> elements) {
            serializer =
                    (TypeSerializer) Types.LIST(new SerializerType<>(elements)).createSerializer();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Object add(Object before, Object value) {
            List<Object> list = before == null ? new ArrayList<>() : (List<Object>) before;
            list.add(value);
            return list;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Object merge(Object a, Object b) {
            List<Object> both = new ArrayList<>((List<Object>) a);
            both.addAll((List<Object>) b);
            return both;
        }

        @Override
        public Object result(Object contents) {
            throw new IllegalStateException("a window that keeps its records has a function for its result");
        }

        @Override
        @SuppressWarnings("unchecked")
        public Iterable<Object> elements(Object contents) {
            return (List<Object>) contents;
        }

        @Override
        public TypeSerializer<Object> serializer() {
            return serializer;
        }
    }
}
