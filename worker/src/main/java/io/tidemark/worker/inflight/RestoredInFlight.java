package io.tidemark.worker.inflight;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.DeclaredValue;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.network.gate.GateChannel;
import io.tidemark.network.gate.GateState;
import io.tidemark.network.gate.InFlightLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What was in flight to the subtasks that a task starts from. What belongs to a channel that there still is goes in front of
 * it; the rest is replayed before anything is taken from any channel: on an input with keys the records of the task's own key
 * groups, on others all that was given to this task.
 */
public final class RestoredInFlight {
    /** What nobody has asked for yet, in order. */
    private final List<InFlightData> left = new ArrayList<>();

    private final List<TaskSnapshot> restore;
    private final CheckpointStorage files;
    private final KeyGroupRange keyGroups;
    private final int maxParallelism;

    /**
     * @param keyGroups those of the task
     * @param maxParallelism number of key groups
     */
    public RestoredInFlight(
            List<TaskSnapshot> restore, CheckpointStorage files, KeyGroupRange keyGroups, int maxParallelism) {
        this.restore = List.copyOf(restore);
        restore.forEach(snapshot -> left.addAll(snapshot.getInFlightList()));
        this.files = files;
        this.keyGroups = keyGroups;
        this.maxParallelism = maxParallelism;
    }

    /**
     * The log of a channel: what stood before it, or nothing.
     *
     * @throws IOException when it cannot be read
     */
    public InFlightLog logOf(int edge, int producer, TypeSerializer<Object> serializer) throws IOException {
        List<InFlightData> mine =
                take(data -> !data.getReplay() && data.getEdge() == edge && data.getProducer() == producer);
        return mine.isEmpty() ? new InFlightLog(serializer) : InFlightLog.of(serializer, elements(mine.get(0)));
    }

    private List<InFlightData> take(Predicate<InFlightData> wanted) {
        List<InFlightData> taken = left.stream().filter(wanted).toList();
        left.removeIf(wanted);
        return taken;
    }

    /**
     * What is to be replayed on an input.
     *
     * @param hasKeys whether the input's records have keys
     * @throws IOException when it cannot be read
     */
    public List<GateChannel> replays(
            int input, boolean hasKeys, int producerVertex, String producerName, TypeSerializer<Object> serializer)
            throws IOException {
        List<GateChannel> replays = new ArrayList<>();
        for (InFlightData data : take(data -> data.getReplay() && data.getInput() == input)) {
            InFlightLog log = hasKeys
                    ? InFlightLog.of(serializer, elements(data), this::isMine)
                    : InFlightLog.of(serializer, elements(data));
            replays.add(GateChannel.replay(
                    producerVertex,
                    producerName,
                    log,
                    new GateState.ChannelState(
                            data.getEdge(),
                            data.getProducer(),
                            data.getWatermark(),
                            data.getIdle(),
                            false,
                            false,
                            data.getDeclaredList().stream()
                                    .collect(
                                            Collectors.toMap(DeclaredValue::getIdentifier, DeclaredValue::getValue)))));
        }
        return replays;
    }

    /**
     * Whether replays can take the turns of the channels of their edge and producer. Not when those have become more or fewer, so
     * that keys come from another one now, and not when some were replays before: then all that was in flight is older than what
     * comes, and has to come first.
     *
     * @param producers by edge how many there are now
     */
    public boolean canTakeTurns(Map<Integer, Integer> producers) {
        Map<Integer, Set<Integer>> before = new HashMap<>();
        for (TaskSnapshot snapshot : restore) {
            if (snapshot.getInFlightList().stream().anyMatch(InFlightData::getOlder)) {
                return false;
            }
            snapshot.getGatesList().stream()
                    .flatMap(gate -> gate.getChannelsList().stream())
                    .forEach(channel -> before.computeIfAbsent(channel.getEdge(), missing -> new HashSet<>())
                            .add(channel.getProducer()));
        }
        // Of producers that are others now the gates know nothing any more.
        return restore.stream()
                .flatMap(snapshot -> snapshot.getInFlightList().stream())
                .filter(InFlightData::getReplay)
                .allMatch(data -> before.getOrDefault(data.getEdge(), Set.of()).size()
                        == producers.getOrDefault(data.getEdge(), 0));
    }

    /**
     * To be called when every channel and every input has asked.
     *
     * @throws IllegalStateException when something is left, which would be lost
     */
    public void requireAllTaken() {
        if (!left.isEmpty()) {
            InFlightData first = left.get(0);
            throw new IllegalStateException(
                    left.size() + " channels were in flight that this task does not have, first edge " + first.getEdge()
                            + " from subtask " + first.getProducer() + " into input " + first.getInput());
        }
    }

    private boolean isMine(int keyHash) {
        return keyGroups.contains(KeyGroups.keyGroup(keyHash, maxParallelism));
    }

    private byte[] elements(InFlightData data) throws IOException {
        return data.hasFile() ? files.read(data.getFile()) : data.getElements().toByteArray();
    }
}
