package io.tidemark.worker.async;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.NullableSerializer;
import io.tidemark.api.type.TypeSerializer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a queue into snapshots and reads it back. A subtask gets its own queue back as it was. When their number has changed
 * the records of all queues are dealt out in turn; of the signals between them only those are kept that hold for all.
 *
 * <p>The end of event time is not read back: the chain says it again, unless somebody takes up a job that was drained.
 */
final class QueueSnapshots {
    private static final String PLACES = "queue";
    private static final String INPUTS = "inputs";
    private static final String RESULTS = "results";

    private final TypeSerializer<Object> inputs;

    /** Null when their type is not known. */
    private final TypeSerializer<Object> results;

    QueueSnapshots(TypeSerializer<Object> inputs, TypeSerializer<Object> results) {
        this.inputs = new NullableSerializer<>(inputs);
        this.results = results == null ? null : new NullableSerializer<>(results);
    }

    /**
     * @param releasedWatermark the largest that was let go, on its way through what is below maybe
     * @param releasedIdle whether idleness was let go last
     * @param contents of the queue
     */
    void write(
            OperatorStateWriter writer,
            OperatorContext context,
            long releasedWatermark,
            boolean releasedIdle,
            List<Object> contents) {
        int subtask = context.subtask();
        int parallelism = context.parallelism();
        List<Place> places = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        List<Object> found = new ArrayList<>();
        if (releasedWatermark != Long.MIN_VALUE) {
            places.add(new Place(subtask, parallelism, Signal.watermark(releasedWatermark), 0, 0));
        }
        places.add(new Place(subtask, parallelism, Signal.idle(releasedIdle), 0, 0));
        for (Object one : contents) {
            if (one instanceof Pending pending) {
                boolean isKept = results != null && pending.isComplete();
                int count = isKept ? pending.results().size() : Place.NONE_YET;
                places.add(new Place(subtask, parallelism, null, pending.timestamp(), count));
                values.add(pending.value());
                if (isKept) {
                    found.addAll(pending.results());
                }
            } else {
                places.add(new Place(subtask, parallelism, (Signal) one, 0, 0));
            }
        }
        writer.put(PLACES, StateSharing.MERGE, Place.serializer(), places);
        writer.put(INPUTS, StateSharing.MERGE, inputs, values);
        if (results != null) {
            writer.put(RESULTS, StateSharing.MERGE, results, found);
        }
    }

    /** What the queue of this subtask begins with. */
    List<Object> read(OperatorContext context) {
        List<Place> places = context.restoredState(PLACES, Place.serializer());
        boolean isRescaled = places.stream().anyMatch(place -> place.parallelism() != context.parallelism());
        List<Object> contents = new ArrayList<>();
        if (isRescaled) {
            contents.addAll(idlenessBefore(places));
        }
        readRecords(context, places, isRescaled, contents);
        if (isRescaled) {
            contents.addAll(signalsOfAll(places));
        }
        return contents;
    }

    /** The records of this subtask; unless all are dealt out, with the signals between them. */
    private void readRecords(OperatorContext context, List<Place> places, boolean isRescaled, List<Object> contents) {
        Iterator<Object> values = context.restoredState(INPUTS, inputs).iterator();
        Iterator<Object> found = results == null
                ? List.of().iterator()
                : context.restoredState(RESULTS, results).iterator();
        int records = 0;
        for (Place place : places) {
            // When only the chain around the operator is another one, all places come to all subtasks too.
            boolean isOwn = place.subtask() == context.subtask();
            if (place.signal() != null) {
                if (isOwn && !isRescaled && !isEndOfEventTime(place.signal())) {
                    contents.add(place.signal());
                }
                continue;
            }
            Pending pending = new Pending(values.next(), place.timestamp());
            if (place.results() != Place.NONE_YET && results != null) {
                List<Object> own = new ArrayList<>();
                for (int i = 0; i < place.results(); i++) {
                    own.add(found.next());
                }
                pending.setResults(own);
            }
            if (isRescaled ? records++ % context.parallelism() == context.subtask() : isOwn) {
                contents.add(pending);
            }
        }
    }

    private static boolean isEndOfEventTime(Signal signal) {
        return signal.kind() == Signal.Kind.WATERMARK && signal.time() == Long.MAX_VALUE;
    }

    /**
     * What was said of idleness before the records, if all had said so: the first of each queue is what it had let go. They
     * follow an input that is active, unless there are none.
     */
    private static List<Signal> idlenessBefore(List<Place> places) {
        Map<Integer, Signal> first = new LinkedHashMap<>();
        for (Place place : places) {
            if (isIdleness(place.signal())) {
                first.putIfAbsent(place.subtask(), place.signal());
            }
        }
        boolean hasRecords = places.stream().anyMatch(place -> place.signal() == null);
        Signal before = Signal.idle(areAllIdle(first));
        return hasRecords ? List.of(before, Signal.idle(false)) : List.of(before);
    }

    private static boolean isIdleness(Signal signal) {
        return signal != null && (signal.kind() == Signal.Kind.IDLE || signal.kind() == Signal.Kind.ACTIVE);
    }

    private static boolean areAllIdle(Map<Integer, Signal> bySubtask) {
        return bySubtask.values().stream().allMatch(signal -> signal.kind() == Signal.Kind.IDLE);
    }

    /**
     * The declared watermarks on which all queues agree that had one at their end, and idleness if all ended idle. How far
     * event time is, the least of all, the operator is told as any restored one is; and what they do not agree on is said
     * again by those upstream.
     */
    private static List<Signal> signalsOfAll(List<Place> places) {
        Map<String, Map<Integer, Signal>> declared = new LinkedHashMap<>();
        Map<Integer, Signal> idleness = new LinkedHashMap<>();
        for (Place place : places) {
            if (isIdleness(place.signal())) {
                idleness.put(place.subtask(), place.signal());
            } else if (place.signal() != null && place.signal().isDeclared()) {
                declared.computeIfAbsent(place.signal().identifier(), missing -> new LinkedHashMap<>())
                        .put(place.subtask(), place.signal());
            }
        }
        List<Signal> signals = new ArrayList<>();
        for (Map<Integer, Signal> bySubtask : declared.values()) {
            if (bySubtask.values().stream().distinct().count() == 1) {
                signals.add(bySubtask.values().iterator().next());
            }
        }
        signals.add(Signal.idle(areAllIdle(idleness)));
        return signals;
    }
}
