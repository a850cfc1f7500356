package io.tidemark.worker.window;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.Window;

/** Just the contents; results carry the last millisecond of their window. */
record ValueContents(Contents contents) implements WindowContents {
    @Override
    public Object add(Object before, Object value, long timestamp, long arrival) throws Exception {
        return contents.add(before, value);
    }

    @Override
    public Object keptRecord(Object value) {
        return contents.keptRecord(value);
    }

    @Override
    public Object merge(Object earlier, Object later) throws Exception {
        return contents.merge(earlier, later);
    }

    @Override
    public Object fire(Object key, Window window, Object windowContents, WindowResults results) throws Exception {
        results.fire(key, window, windowContents);
        return windowContents;
    }

    @Override
    public TypeSerializer<Object> serializer() {
        return contents.serializer();
    }
}
