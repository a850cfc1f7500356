package io.tidemark.worker.chain;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.proto.DeclaredInput;
import io.tidemark.checkpoint.proto.DeclaredOutput;
import io.tidemark.checkpoint.proto.KeyGroupTime;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StateSharing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an operator subtask starts from.
 *
 * @param watermark the event time that it had passed on
 * @param advancingTo the event time it was advancing to; equals {@code watermark} when at rest
 * @param own elements of its own state by name
 * @param ownSchemas what those elements look like, as it was stored; none for state that was stored without
 * @param ownSharing whom those elements go to
 * @param declaredInputs what of declared watermarks came on its inputs, as far as all that it takes over agree
 * @param declaredOutputs what of declared watermarks it sent, once for each that it takes over
 * @param ahead key groups that were further in event time than {@code advancingTo}
 */
public record RestoredOperator(
        boolean isRestored,
        long watermark,
        long advancingTo,
        boolean idle,
        Map<String, Long> counters,
        Map<String, List<ByteString>> own,
        Map<String, ByteString> ownSchemas,
        Map<String, StateSharing> ownSharing,
        List<KeyedStateHandle> keyed,
        List<KeyGroupTime> ahead,
        List<DeclaredInput> declaredInputs,
        List<DeclaredOutput> declaredOutputs) {

    /** A fresh start. */
    public static final RestoredOperator NOTHING = new RestoredOperator(
            false,
            Long.MIN_VALUE,
            Long.MIN_VALUE,
            false,
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of());

    /**
     * Joins the snapshots of one operator's subtasks that this one takes over: event time is the least of theirs, and
     * keys of those that were further stay ahead; counts add up.
     */
    public static RestoredOperator of(List<OperatorSnapshot> snapshots) {
        if (snapshots.isEmpty()) {
            return NOTHING;
        }
        long watermark = Long.MAX_VALUE;
        long advancingTo = Long.MAX_VALUE;
        boolean idle = true;
        Map<String, Long> counters = new HashMap<>();
        Map<String, List<ByteString>> own = new HashMap<>();
        Map<String, ByteString> ownSchemas = new HashMap<>();
        Map<String, StateSharing> ownSharing = new HashMap<>();
        List<KeyedStateHandle> keyed = new ArrayList<>();
        List<KeyGroupTime> ahead = new ArrayList<>();
        for (OperatorSnapshot snapshot : snapshots) {
            watermark = Math.min(watermark, snapshot.getWatermark());
            advancingTo = Math.min(advancingTo, snapshot.getAdvancingTo());
            idle &= snapshot.getIdle();
            snapshot.getCountersMap().forEach((name, count) -> counters.merge(name, count, Long::sum));
            for (NamedState state : snapshot.getOwnList()) {
                own.computeIfAbsent(state.getName(), missing -> new ArrayList<>())
                        .addAll(state.getElementsList());
                ownSharing.putIfAbsent(state.getName(), state.getSharing());
                if (!state.getSchema().isEmpty()) {
                    ownSchemas.putIfAbsent(state.getName(), state.getSchema());
                }
            }
            if (snapshot.hasKeyed()) {
                keyed.add(snapshot.getKeyed());
                ahead.add(KeyGroupTime.newBuilder()
                        .setFirstKeyGroup(snapshot.getKeyed().getFirstKeyGroup())
                        .setLastKeyGroup(snapshot.getKeyed().getLastKeyGroup())
                        .setWatermark(snapshot.getAdvancingTo())
                        .build());
            }
            ahead.addAll(snapshot.getAheadList());
        }
        long reached = advancingTo;
        ahead.removeIf(time -> time.getWatermark() <= reached);
        List<DeclaredInput> declaredInputs = snapshots.get(0).getDeclaredInputsList();
        boolean agree = snapshots.stream()
                .allMatch(snapshot -> snapshot.getDeclaredInputsList().equals(declaredInputs));
        return new RestoredOperator(
                true,
                watermark,
                advancingTo,
                idle,
                counters,
                own,
                ownSchemas,
                ownSharing,
                keyed,
                ahead,
                agree ? declaredInputs : List.of(),
                snapshots.stream()
                        .flatMap(snapshot -> snapshot.getDeclaredOutputsList().stream())
                        .toList());
    }
}
