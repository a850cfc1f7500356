package io.tidemark.worker;

import com.google.protobuf.ByteString;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.store.LiveValue;
import io.tidemark.checkpoint.store.StateLookException;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.KeyText;
import io.tidemark.network.proto.LiveState;
import io.tidemark.network.proto.LiveStateEntry;
import io.tidemark.network.proto.ReadStateRequest;
import io.tidemark.worker.task.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Keyed state of the tasks of a worker, read while they run: the one that owns the key answers between two steps. */
final class LiveReads {
    private static final long TIMEOUT_MS = 2_000;
    private static final int MAX_ENTRIES = 1_000;

    private LiveReads() {}

    static LiveState read(ReadStateRequest request, List<Task> tasks) throws InterruptedException {
        Object key = plain(request.getKey());
        Map<Task, CompletableFuture<Optional<LiveValue>>> asked = new LinkedHashMap<>();
        for (Task task : tasks) {
            asked.put(task, task.look(request.getUid(), request.getState(), key, MAX_ENTRIES));
        }
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
        LiveState.Builder reply = LiveState.newBuilder()
                .setJobId(request.getJobId())
                .setUid(request.getUid())
                .setState(request.getState());
        for (Map.Entry<Task, CompletableFuture<Optional<LiveValue>>> one : asked.entrySet()) {
            try {
                Optional<LiveValue> value =
                        one.getValue().get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (value.isPresent()) {
                    return fill(reply, value.get())
                            .setSubtask(one.getKey().identity().subtask())
                            .build();
                }
            } catch (ExecutionException e) {
                reply.setError(error(e.getCause()));
            } catch (TimeoutException e) {
                reply.setError(ErrorDetail.newBuilder()
                        .setCause(one.getKey().identity().title() + " did not answer in " + TIMEOUT_MS + " ms")
                        .setHint("It is in a long step; try again."));
            }
        }
        return reply.build();
    }

    private static ErrorDetail error(Throwable failure) {
        if (failure instanceof StateLookException look) {
            return ErrorDetail.newBuilder()
                    .setCause(look.getMessage())
                    .setHint(look.hint())
                    .build();
        }
        return ErrorDetail.newBuilder().setCause(String.valueOf(failure)).build();
    }

    private static Object plain(KeyText key) {
        if (!key.getComposite()) {
            return key.getText();
        }
        if (key.getNamesCount() == 0) {
            List<Object> parts = new ArrayList<>();
            key.getPartsList().forEach(part -> parts.add(plain(part)));
            return parts;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < key.getNamesCount(); i++) {
            fields.put(key.getNames(i), plain(key.getParts(i)));
        }
        return fields;
    }

    private static LiveState.Builder fill(LiveState.Builder reply, LiveValue value) {
        reply.setHere(true)
                .clearError()
                .setKind(value.kind())
                .setKeyGroup(value.keyGroup())
                .setKey(ByteString.copyFrom(value.key()))
                .setKeySchema(bytes(value.keySchema()))
                .setMore(value.more());
        value.schemas().forEach((role, schema) -> reply.putSchemas(role, bytes(schema)));
        for (LiveValue.Entry entry : value.entries()) {
            LiveStateEntry.Builder one = LiveStateEntry.newBuilder().setIsNull(entry.value() == null);
            if (entry.mapKey() != null) {
                one.setMapKey(ByteString.copyFrom(entry.mapKey()));
            }
            if (entry.value() != null) {
                one.setValue(ByteString.copyFrom(entry.value()));
            }
            reply.addEntries(one);
        }
        return reply;
    }

    private static ByteString bytes(SerializerSnapshot schema) {
        BinaryWriter out = new BinaryWriter(64);
        schema.writeTo(out);
        return ByteString.copyFrom(out.toByteArray());
    }
}
