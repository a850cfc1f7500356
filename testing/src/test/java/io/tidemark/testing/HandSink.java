package io.tidemark.testing;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A sink that notes what is asked of it. */
final class HandSink implements Sink<String> {
    private static final long serialVersionUID = 1L;
    private static final Map<String, List<String>> LOGS = new HashMap<>();

    private final String name;

    /** @param name by which its copies find the log */
    HandSink(String name) {
        this.name = name;
        LOGS.put(name, new ArrayList<>());
    }

    /** What was asked since the last call. */
    List<String> take() {
        List<String> log = LOGS.get(name);
        List<String> taken = List.copyOf(log);
        log.clear();
        return taken;
    }

    @Override
    public SinkWriter<String> createWriter(SinkContext context) {
        return new Writer(LOGS.get(name));
    }

    @Override
    public TypeSerializer<?> committableSerializer() {
        return Types.STRING.createSerializer();
    }

    private static final class Writer implements SinkWriter<String> {
        private final List<String> log;
        private final List<String> written = new ArrayList<>();

        Writer(List<String> log) {
            this.log = log;
        }

        @Override
        public void write(String record, long timestamp) {
            written.add(record);
        }

        @Override
        public List<Object> prepareCommit(long checkpointId) {
            if (written.isEmpty()) {
                return List.of();
            }
            String committable = String.join("+", written);
            written.clear();
            return List.of(committable);
        }

        @Override
        public void commit(List<Object> committables) {
            log.add("commit " + committables);
        }

        @Override
        public void discardLeftovers() {
            log.add("discard");
        }

        @Override
        public void close() {
            log.add("close");
        }
    }
}
