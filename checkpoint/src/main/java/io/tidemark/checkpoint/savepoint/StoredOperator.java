package io.tidemark.checkpoint.savepoint;

import com.google.protobuf.ByteString;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.proto.StateSharing;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a savepoint has of one operator, over all its subtasks. Immutable. */
public final class StoredOperator {
    private final PlanOperator plan;
    private final int parallelism;
    private final int maxParallelism;
    private final List<OperatorSnapshot> snapshots;
    private final Set<StoredState> states = new LinkedHashSet<>();
    private final Map<String, StoredOwnState> ownStates = new TreeMap<>();
    private final SerializerSnapshot keySchema;

    /** @param tasks those of the operator's subtasks, {@code snapshots} what they have of it; empty without state */
    StoredOperator(PlanOperator plan, List<TaskSnapshot> tasks, List<OperatorSnapshot> snapshots) {
        this.plan = plan;
        this.parallelism =
                tasks.isEmpty() ? plan.getParallelism() : tasks.get(0).getParallelism();
        this.maxParallelism =
                tasks.isEmpty() ? plan.getMaxParallelism() : tasks.get(0).getMaxParallelism();
        this.snapshots = List.copyOf(snapshots);
        SerializerSnapshot keys = null;
        for (OperatorSnapshot snapshot : snapshots) {
            ByteString schema = snapshot.getKeyed().getKeySchema();
            if (keys == null && !schema.isEmpty()) {
                keys = StoredState.schemaOf(schema);
            }
            for (StateMeta meta : snapshot.getKeyed().getStatesList()) {
                states.add(StoredState.of(meta));
            }
            snapshot.getOwnList().forEach(this::addOwn);
        }
        this.keySchema = keys;
    }

    private void addOwn(NamedState part) {
        if (part.getSharing() == StateSharing.BROADCAST && ownStates.containsKey(part.getName())) {
            // All subtasks have the same.
            return;
        }
        long bytes = part.getElementsList().stream().mapToLong(ByteString::size).sum();
        Optional<SerializerSnapshot> schema =
                part.getSchema().isEmpty() ? Optional.empty() : Optional.of(StoredState.schemaOf(part.getSchema()));
        ownStates.merge(
                part.getName(),
                new StoredOwnState(part.getName(), schema, part.getElementsCount(), bytes),
                StoredOwnState::plus);
    }

    public String uid() {
        return plan.getUid();
    }

    /** Its name in the plan; empty when the savepoint does not know it. */
    public String name() {
        return plan.getName();
    }

    /** Whether the job's author gave the uid; false also when the savepoint does not know. */
    public boolean isUidGiven() {
        return plan.getUidGiven();
    }

    public int parallelism() {
        return parallelism;
    }

    /** The number of key groups. */
    public int maxParallelism() {
        return maxParallelism;
    }

    /** Whether a snapshot has something of it, if only its event time. */
    public boolean hasSnapshot() {
        return !snapshots.isEmpty();
    }

    /** The event time that all its subtasks have passed on; {@code Long.MIN_VALUE} for none. */
    public long watermark() {
        return snapshots.stream()
                .mapToLong(OperatorSnapshot::getWatermark)
                .min()
                .orElse(Long.MIN_VALUE);
    }

    /** What its keys look like; empty when it keeps no keyed state. */
    public Optional<SerializerSnapshot> keySchema() {
        return Optional.ofNullable(keySchema);
    }

    /**
     * Its keyed states, in the order in which they were declared. One that is stored in several forms, since subtasks had
     * evolved differently, is there once for each.
     */
    public List<StoredState> states() {
        return states.stream().filter(state -> !state.isTimers()).toList();
    }

    /** The groups of its timers. */
    public List<StoredState> timers() {
        return states.stream().filter(StoredState::isTimers).toList();
    }

    /** Its own list states, by name. */
    public Collection<StoredOwnState> ownStates() {
        return List.copyOf(ownStates.values());
    }

    /** What it counted, summed over its subtasks. */
    public Map<String, Long> counters() {
        Map<String, Long> counters = new TreeMap<>();
        for (OperatorSnapshot snapshot : snapshots) {
            snapshot.getCountersMap().forEach((name, count) -> counters.merge(name, count, Long::sum));
        }
        return counters;
    }

    /** The bytes of the files with its keyed state and timers, each file counted once. */
    public long keyedBytes() {
        Map<String, Long> files = new HashMap<>();
        for (KeyedStateHandle handle : handles()) {
            for (StoreFile file : handle.getFilesList()) {
                files.put(file.getFile().getSha256(), file.getFile().getBytes());
            }
        }
        return files.values().stream().mapToLong(Long::longValue).sum();
    }

    List<OperatorSnapshot> snapshots() {
        return snapshots;
    }

    List<KeyedStateHandle> handles() {
        List<KeyedStateHandle> handles = new ArrayList<>();
        for (OperatorSnapshot snapshot : snapshots) {
            if (snapshot.hasKeyed()) {
                handles.add(snapshot.getKeyed());
            }
        }
        return handles;
    }
}
