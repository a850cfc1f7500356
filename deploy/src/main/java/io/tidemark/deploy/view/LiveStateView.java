package io.tidemark.deploy.view;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.google.protobuf.ByteString;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.plain.PlainJson;
import io.tidemark.checkpoint.plain.PlainReader;
import io.tidemark.checkpoint.plain.PlainText;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.network.proto.LiveState;
import io.tidemark.network.proto.LiveStateEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a running job's state holds under a key.
 *
 * @param value null when there is none; a list for list state, and for map state a list of entries
 * @param more whether there are more elements or entries than are shown
 */
public record LiveStateView(
        String jobId,
        String uid,
        String state,
        String kind,
        int subtask,
        int keyGroup,
        Object key,
        Object value,
        boolean more,
        @JsonIgnore List<String> shown)
        implements View {
    public static LiveStateView of(LiveState reply) {
        List<Object> values = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        boolean isMap = reply.containsSchemas("mapKey");
        PlainReader reader = PlainReader.of(schema(reply.getSchemasOrThrow(isMap ? "value" : roleOf(reply))));
        PlainReader mapKeys = isMap ? PlainReader.of(schema(reply.getSchemasOrThrow("mapKey"))) : null;
        for (LiveStateEntry entry : reply.getEntriesList()) {
            Object value =
                    entry.getIsNull() ? null : reader.read(entry.getValue().toByteArray());
            if (isMap) {
                Object mapKey = mapKeys.read(entry.getMapKey().toByteArray());
                Map<String, Object> both = new LinkedHashMap<>();
                both.put("key", PlainJson.of(mapKey));
                both.put("value", PlainJson.of(value));
                values.add(both);
                shown.add(PlainText.of(mapKey) + ": " + PlainText.of(value));
            } else {
                values.add(PlainJson.of(value));
                shown.add(PlainText.of(value));
            }
        }
        boolean isOne = !isMap && !reply.getKind().equals("list");
        Object key =
                PlainReader.of(schema(reply.getKeySchema())).read(reply.getKey().toByteArray());
        return new LiveStateView(
                reply.getJobId(),
                reply.getUid(),
                reply.getState(),
                reply.getKind(),
                reply.getSubtask(),
                reply.getKeyGroup(),
                PlainJson.of(key),
                isOne ? (values.isEmpty() ? null : values.get(0)) : values,
                reply.getMore(),
                shown);
    }

    private static String roleOf(LiveState reply) {
        return reply.containsSchemas("element") ? "element" : "value";
    }

    private static SerializerSnapshot schema(ByteString bytes) {
        return SerializerSnapshot.readFrom(new BinaryReader(bytes.toByteArray()));
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        if (shown.isEmpty()) {
            return List.of("nothing under this key (subtask " + (subtask + 1) + ", key group " + keyGroup + ")");
        }
        List<String> lines = new ArrayList<>(shown);
        if (more) {
            lines.add("… and more");
        }
        return lines;
    }
}
