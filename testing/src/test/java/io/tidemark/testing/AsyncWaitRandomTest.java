package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random streams with answers in random order, restarts and crashes, against the one rule that is left when nothing is known
 * of queues: each record comes out once, with the watermark before it that it came in with, and in order if that is asked for.
 */
class AsyncWaitRandomTest {
    private static final int STREAMS = 300;

    private static final int STEPS = 60;

    /** A record that came out or should, and the largest watermark before it. */
    private record Seen(String value, long watermark) {}

    /** What is put in. */
    private record Action(String record, long watermark) {}

    @Test
    void everyRecordComesOutOnceBehindTheWatermarkItCameInWith() {
        long seed = System.nanoTime();
        for (int i = 0; i < STREAMS; i++) {
            checkStream(seed + i, (i & 1) == 0);
        }
    }

    private static void checkStream(long seed, boolean ordered) {
        Random random = new Random(seed);
        OpenRequests.forget();
        int capacity = 1 + random.nextInt(6);
        List<Action> actions = actions(random);
        OperatorSpec.AsyncSpec spec = new OperatorSpec.AsyncSpec(
                new OpenRequests(),
                ordered,
                0,
                capacity,
                null,
                Types.STRING.createSerializer(),
                Types.STRING.createSerializer());
        try (OperatorHarness harness = OperatorHarness.of(spec)
                .withoutRestarts("it restores at random points itself")
                .open()) {
            HarnessSnapshot snapshot = harness.snapshot();
            int snapshotAt = 0;
            int next = 0;
            while (next < actions.size() || !OpenRequests.open().isEmpty()) {
                int dice = random.nextInt(12);
                if (dice < 6 && next < actions.size()) {
                    put(harness, actions.get(next++));
                } else if (dice < 9) {
                    answerOne(random);
                    harness.run();
                } else if (dice < 11) {
                    snapshot = snapshot(harness, random);
                    snapshotAt = next;
                } else {
                    OpenRequests.forget();
                    harness.restore(snapshot);
                    next = snapshotAt;
                    // The harness finds where to go back to by the barrier, which is gone now.
                    snapshot = snapshot(harness, random);
                }
            }
            harness.end();
            assertThat(ordered ? seen(harness) : sorted(seen(harness)))
                    .as("seed %d, ordered %s, capacity %d, in: %s", seed, ordered, capacity, actions)
                    .isEqualTo(ordered ? expected(actions) : sorted(expected(actions)));
        }
    }

    private static List<Action> actions(Random random) {
        List<Action> actions = new ArrayList<>();
        long watermark = 0;
        for (int i = 0; i < STEPS; i++) {
            if (random.nextInt(4) == 0) {
                watermark += random.nextInt(3);
                actions.add(new Action(null, watermark));
            } else {
                actions.add(new Action("r" + i, 0));
            }
        }
        return actions;
    }

    private static void put(OperatorHarness harness, Action action) {
        if (action.record == null) {
            harness.watermark(action.watermark);
        } else {
            harness.record(action.record, 1);
        }
    }

    /** A barrier stands behind what a full operator has not taken, so it may need answers. */
    private static HarnessSnapshot snapshot(OperatorHarness harness, Random random) {
        harness.enqueueBarrier();
        harness.run();
        while (harness.snapshotIfTaken() == null) {
            answerOne(random);
            harness.run();
        }
        return harness.snapshotIfTaken();
    }

    private static void answerOne(Random random) {
        List<String> open = OpenRequests.open();
        if (!open.isEmpty()) {
            String record = open.get(random.nextInt(open.size()));
            // Some records have no result, some have two.
            OpenRequests.take(record).complete(Collections.nCopies(resultsOf(record), record));
        }
    }

    private static int resultsOf(String record) {
        return Math.floorMod(record.hashCode(), 3);
    }

    private static List<Seen> expected(List<Action> actions) {
        List<Seen> expected = new ArrayList<>();
        long watermark = Long.MIN_VALUE;
        for (Action action : actions) {
            if (action.record == null) {
                watermark = Math.max(watermark, action.watermark);
            } else {
                expected.addAll(Collections.nCopies(resultsOf(action.record), new Seen(action.record, watermark)));
            }
        }
        return expected;
    }

    private static List<Seen> seen(OperatorHarness harness) {
        List<Seen> seen = new ArrayList<>();
        long watermark = Long.MIN_VALUE;
        for (Emitted element : harness.takeFrom(0)) {
            if (element.kind() == Emitted.Kind.WATERMARK) {
                watermark = Math.max(watermark, element.timestamp());
            } else if (element.kind() == Emitted.Kind.RECORD) {
                seen.add(new Seen((String) element.value(), watermark));
            }
        }
        return seen;
    }

    private static List<String> sorted(List<Seen> seen) {
        return seen.stream().map(Seen::toString).sorted().collect(Collectors.toList());
    }
}
