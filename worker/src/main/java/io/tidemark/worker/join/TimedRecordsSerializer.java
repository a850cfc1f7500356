package io.tidemark.worker.join;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CompositeSerializer;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.AbstractList;
import java.util.List;

/**
 * {@link TimedRecords} as the bytes of a list of pairs of time and record, so that the class of the records may change as in any
 * other list. What was stored before such a change is read as that list, see {@link #read}.
 */
final class TimedRecordsSerializer implements TypeSerializer<Object>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<Tuple2<Long, Object>> pair;
    private final TypeSerializer<List<Tuple2<Long, Object>>> list;

    /** @param records serializer of the records */
    @SuppressWarnings("unchecked")
    TimedRecordsSerializer(TypeSerializer<?> records) {
        TypeInformation<Tuple2<Long, Object>> pairs =
                Types.TUPLE(Types.LONG, new SerializerType<>((TypeSerializer<Object>) records));
        this.pair = pairs.createSerializer();
        this.list = Types.LIST(pairs).createSerializer();
    }

    /** The records of a value of such a state: it is a list while it is as an earlier version of the job stored it. */
    static TimedRecords read(Object value) {
        return value instanceof List<?> stored ? of(stored) : (TimedRecords) value;
    }

    private static TimedRecords of(List<?> pairs) {
        TimedRecords records = new TimedRecords();
        for (Object one : pairs) {
            Tuple2<?, ?> timed = (Tuple2<?, ?>) one;
            records.add(timed.f1, (Long) timed.f0);
        }
        return records;
    }

    @Override
    public void serialize(Object value, BinaryWriter out) {
        TimedRecords records = read(value);
        list.serialize(
                new AbstractList<>() {
                    @Override
                    public Tuple2<Long, Object> get(int index) {
                        return Tuple2.of(records.time(index), records.record(index));
                    }

                    @Override
                    public int size() {
                        return records.size();
                    }
                },
                out);
    }

    @Override
    public Object deserialize(BinaryReader in) {
        return of(list.deserialize(in));
    }

    @Override
    public Object copy(Object value) {
        return read(value).copy();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(Object value) {
        throw new UnsupportedOperationException("records of a stretch of time are no key");
    }

    @Override
    public TypeSerializer<?> part(int index) {
        return pair;
    }

    @Override
    public SerializerSnapshot schema() {
        return list.schema();
    }
}
