package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.operator.Records;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.Tuple3;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.Window;
import java.util.ArrayList;
import java.util.List;

/**
 * All records of a window one by one, by arrival: for an evictor, with their timestamps, and so that those of windows that
 * become one can be put in order, with a number that says when they came.
 */
final class ElementContents implements WindowContents {
    private final Contents contents;
    private final Eviction eviction;
    private final boolean merges;
    private final boolean global;
    private final TypeSerializer<Object> serializer;

    @SuppressWarnings({"unchecked", "rawtypes"})
    ElementContents(WindowSpec spec, Contents contents, boolean merges, boolean global) {
        this.contents = contents;
        this.eviction = spec.evictor() == null ? null : new Eviction((Evictor<Object, Window>) spec.evictor());
        this.merges = merges;
        this.global = global;
        SerializerType<Object> element = new SerializerType<>((TypeSerializer<Object>) spec.contents());
        this.serializer = (TypeSerializer)
                Types.LIST(Types.TUPLE(element, Types.LONG, Types.LONG)).createSerializer();
    }

    @SuppressWarnings("unchecked")
    private static List<Tuple3<Object, Long, Long>> elements(Object windowContents) {
        return (List<Tuple3<Object, Long, Long>>) windowContents;
    }

    @Override
    public void open(OperatorContext context) {
        if (eviction != null) {
            eviction.open(context);
        }
    }

    @Override
    public Object add(Object before, Object value, long timestamp, long arrival) {
        List<Tuple3<Object, Long, Long>> list = before == null ? new ArrayList<>() : elements(before);
        list.add(Tuple3.of(value, eviction == null ? null : timestamp, merges ? arrival : null));
        return list;
    }

    @Override
    public Object merge(Object earlier, Object later) {
        List<Tuple3<Object, Long, Long>> a = elements(earlier);
        List<Tuple3<Object, Long, Long>> b = elements(later);
        List<Tuple3<Object, Long, Long>> both = new ArrayList<>(a.size() + b.size());
        int i = 0;
        for (Tuple3<Object, Long, Long> element : b) {
            while (i < a.size() && a.get(i).f2 < element.f2) {
                both.add(a.get(i++));
            }
            both.add(element);
        }
        both.addAll(a.subList(i, a.size()));
        return both;
    }

    @Override
    public long nextArrival(Object windowContents) {
        List<Tuple3<Object, Long, Long>> list = elements(windowContents);
        return list.isEmpty() ? FIRST_ARRIVAL : list.get(list.size() - 1).f2 + 1;
    }

    @Override
    public Object fire(Object key, Window window, Object windowContents, WindowResults results) throws Exception {
        List<Tuple3<Object, Long, Long>> list = elements(windowContents);
        if (eviction != null) {
            eviction.before(list, window);
        }
        if (!list.isEmpty()) {
            Object folded = null;
            long latest = Records.NO_TIMESTAMP;
            for (Tuple3<Object, Long, Long> element : list) {
                folded = contents.add(folded, contents.keptRecord(element.f0));
                latest = element.f1 == null ? latest : Math.max(latest, element.f1);
            }
            results.fire(key, window, folded, global ? latest : window.maxTimestamp());
        }
        if (eviction != null) {
            eviction.after(list, window);
        }
        return list.isEmpty() ? null : list;
    }

    @Override
    public boolean changesByFiring() {
        return eviction != null;
    }

    @Override
    public TypeSerializer<Object> serializer() {
        return serializer;
    }
}
