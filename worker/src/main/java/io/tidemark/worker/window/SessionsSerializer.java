package io.tidemark.worker.window;

import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CompositeSerializer;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import java.util.ArrayList;
import java.util.List;

/**
 * All sessions of a key as the bytes of a list of pairs of window and contents, so that the class of the contents may change as in
 * any other list. What was stored before such a change is read as that list, see {@link #read}.
 */
final class SessionsSerializer implements TypeSerializer<Object>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<Object> contents;
    private final TypeSerializer<Tuple2<TimeWindow, Object>> pair;
    private final TypeSerializer<List<Tuple2<TimeWindow, Object>>> list;

    SessionsSerializer(TypeSerializer<Object> contents) {
        TypeInformation<Tuple2<TimeWindow, Object>> pairs =
                Types.TUPLE(new SerializerType<>(TimeWindow.serializer()), new SerializerType<>(contents));
        this.contents = contents;
        this.pair = pairs.createSerializer();
        this.list = Types.LIST(pairs).createSerializer();
    }

    /** The sessions of a key; read values with {@link #read}. */
    static ValueStateDescriptor<Object> state(TypeSerializer<Object> contents) {
        return new ValueStateDescriptor<>(
                MergingSet.STATE_NAME, new SerializerType<>(new SessionsSerializer(contents)));
    }

    /** The first session of a value of such a state: it is a list while it is as an earlier version of the job stored it. */
    static Session read(Object value) {
        return value instanceof List<?> stored ? of(stored) : (Session) value;
    }

    private static Session of(List<?> pairs) {
        Session first = null;
        Session last = null;
        for (Object one : pairs) {
            Tuple2<?, ?> stored = (Tuple2<?, ?>) one;
            TimeWindow window = (TimeWindow) stored.f0;
            Session session = new Session(window.getStart(), window.getEnd(), stored.f1);
            if (last == null) {
                first = session;
            } else {
                last.setNext(session);
            }
            last = session;
        }
        return first;
    }

    @Override
    public void serialize(Object value, BinaryWriter out) {
        List<Tuple2<TimeWindow, Object>> pairs = new ArrayList<>(1);
        for (Session session = read(value); session != null; session = session.next()) {
            pairs.add(Tuple2.of(session.window(), session.contents()));
        }
        list.serialize(pairs, out);
    }

    @Override
    public Object deserialize(BinaryReader in) {
        return of(list.deserialize(in));
    }

    @Override
    public Object copy(Object value) {
        Session first = null;
        Session last = null;
        for (Session session = read(value); session != null; session = session.next()) {
            Object kept = session.contents() == null ? null : contents.copy(session.contents());
            Session copy = new Session(session.start(), session.end(), kept);
            if (last == null) {
                first = copy;
            } else {
                last.setNext(copy);
            }
            last = copy;
        }
        return first;
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(Object value) {
        throw new UnsupportedOperationException("sessions are no key");
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
