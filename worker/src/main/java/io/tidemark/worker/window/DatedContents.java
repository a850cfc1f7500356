package io.tidemark.worker.window;

import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.Window;

/** Contents and the latest timestamp of their records, which results of a window without an end carry. */
final class DatedContents implements WindowContents {
    private final Contents contents;
    private final TypeSerializer<Object> serializer;

    @SuppressWarnings({"unchecked", "rawtypes"})
    DatedContents(Contents contents) {
        this.contents = contents;
        this.serializer = (TypeSerializer) Types.TUPLE(new SerializerType<>(contents.serializer()), Types.LONG)
                .createSerializer();
    }

    @SuppressWarnings("unchecked")
    private static Tuple2<Object, Long> dated(Object windowContents) {
        return (Tuple2<Object, Long>) windowContents;
    }

    @Override
    public Object add(Object before, Object value, long timestamp, long arrival) throws Exception {
        if (before == null) {
            return Tuple2.of(contents.add(null, value), timestamp);
        }
        Tuple2<Object, Long> dated = dated(before);
        dated.f0 = contents.add(dated.f0, value);
        dated.f1 = Math.max(dated.f1, timestamp);
        return dated;
    }

    @Override
    public Object merge(Object earlier, Object later) throws Exception {
        Tuple2<Object, Long> a = dated(earlier);
        Tuple2<Object, Long> b = dated(later);
        return Tuple2.of(contents.merge(a.f0, b.f0), Math.max(a.f1, b.f1));
    }

    @Override
    public Object fire(Object key, Window window, Object windowContents, WindowResults results) throws Exception {
        Tuple2<Object, Long> dated = dated(windowContents);
        results.fire(key, window, dated.f0, dated.f1);
        return windowContents;
    }

    @Override
    public TypeSerializer<Object> serializer() {
        return serializer;
    }
}
