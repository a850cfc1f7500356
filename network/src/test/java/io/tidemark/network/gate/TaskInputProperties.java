package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.gate.TaskInput.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Random channels, fed in random portions, with checkpoints of which some never reach every channel, are cancelled, or go on
 * unaligned.
 */
final class TaskInputProperties {
    private static final int CHECKPOINTS = 6;

    /** One channel's whole story, how much of it was fed and what came out. */
    private static final class Story {
        final List<Object> elements = new ArrayList<>();
        final QueuedChannel channel = new QueuedChannel();
        int fed;
        final List<Integer> delivered = new ArrayList<>();
        final InFlightLog log = new InFlightLog(ints());

        static Story random(Random random, int index, Set<Integer> skippedBarriers) {
            Story story = new Story();
            int endsBefore = random.nextInt(4) == 0 ? 1 + random.nextInt(CHECKPOINTS) : CHECKPOINTS + 1;
            int value = index * 1_000_000;
            for (int id = 1; id <= CHECKPOINTS && id < endsBefore; id++) {
                value = story.someElements(random, value);
                if (!skippedBarriers.contains(id * 100 + index)) {
                    story.elements.add(new ControlElement.Barrier(id, 0));
                }
            }
            story.someElements(random, value);
            story.elements.add(new ControlElement.End());
            return story;
        }

        private int someElements(Random random, int firstValue) {
            int value = firstValue;
            for (int i = random.nextInt(4); i > 0; i--) {
                switch (random.nextInt(4)) {
                    case 0 -> elements.add(new ControlElement.Watermark(value % 1_000_000));
                    case 1 -> elements.add(new ControlElement.Idle());
                    default -> elements.add(value++);
                }
            }
            return value;
        }

        /** So many elements; records that follow each other in one batch. */
        void feed(int count) {
            List<Object> batch = new ArrayList<>();
            for (int i = 0; i < count && fed < elements.size(); i++, fed++) {
                Object element = elements.get(fed);
                if (element instanceof Integer) {
                    batch.add(element);
                } else {
                    feedBatch(batch);
                    channel.put(element);
                }
            }
            feedBatch(batch);
        }

        private void feedBatch(List<Object> batch) {
            if (!batch.isEmpty()) {
                channel.records(batch.toArray());
                batch.clear();
            }
        }

        /** The records before the barrier, or all when the channel ends without it. */
        List<Integer> before(long checkpointId) {
            List<Integer> records = new ArrayList<>();
            for (Object element : elements) {
                if (element instanceof ControlElement.Barrier barrier && barrier.checkpointId() >= checkpointId) {
                    break;
                }
                if (element instanceof Integer record) {
                    records.add(record);
                }
            }
            return records;
        }

        List<Integer> all() {
            return before(Long.MAX_VALUE);
        }
    }

    @Property(tries = 3000)
    void aBarrierIsToldWhenExactlyWhatStandsBeforeItHasBeenDeliveredOnEveryChannelAndNothingIsLost(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int channels,
            @ForAll boolean twoGates,
            @ForAll boolean unaligned) {
        Random random = new Random(seed);
        Set<Integer> skipped = new HashSet<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            skipped.add((1 + random.nextInt(CHECKPOINTS)) * 100 + random.nextInt(channels));
        }
        List<Story> stories = new ArrayList<>();
        for (int i = 0; i < channels; i++) {
            stories.add(Story.random(random, i, skipped));
        }
        int alwaysAligned = unaligned && random.nextInt(4) == 0 ? random.nextInt(channels) : -1;
        long timeoutMs = random.nextInt(3) == 0 ? random.nextInt(100) : BarrierAligner.NEVER;
        long maxBytes = random.nextInt(4) == 0 ? random.nextInt(100) : Long.MAX_VALUE;
        TaskInput input = unaligned
                ? new TaskInput(gates(stories, twoGates, alwaysAligned), timeoutMs, maxBytes)
                : new TaskInput(gates(stories, twoGates));
        ArrayDeque<Integer> toCancel = new ArrayDeque<>();
        if (random.nextInt(3) == 0) {
            toCancel.add(1 + random.nextInt(CHECKPOINTS));
        }
        Set<Long> aborted = new HashSet<>();
        Set<Long> completed = new HashSet<>();
        long[] watermarks = {Long.MIN_VALUE, Long.MIN_VALUE};
        int ended = 0;

        int idleRounds = 0;
        int nowMs = 0;
        while (idleRounds < 200) {
            nowMs++;
            if (unaligned && random.nextInt(10) == 0) {
                input.unalign(1 + random.nextInt(CHECKPOINTS));
            }
            if (input.isReadingAhead(nowMs) && random.nextInt(2) == 0) {
                input.readAhead(nowMs);
            }
            stories.get(random.nextInt(channels)).feed(random.nextInt(4));
            if (random.nextInt(20) == 0 && !toCancel.isEmpty()) {
                input.cancelCheckpoint(toCancel.remove());
            }
            Event event = random.nextInt(3) == 0 ? input.pollBarrierOnly(nowMs) : input.poll(nowMs);
            idleRounds = event == Event.NONE ? idleRounds + 1 : 0;
            switch (event) {
                case RECORDS -> deliver(input, stories, random);
                case WATERMARK -> {
                    assertThat(input.watermark()).isGreaterThan(watermarks[input.input()]);
                    watermarks[input.input()] = input.watermark();
                }
                case BARRIER -> {
                    long id = input.barrier().checkpointId();
                    assertThat(completed.add(id)).isTrue();
                    assertThat(aborted).doesNotContain(id);
                    List<List<Integer>> inFlight = recordsInFlight(input, channels);
                    for (int i = 0; i < channels; i++) {
                        List<Integer> before = new ArrayList<>(stories.get(i).delivered);
                        before.addAll(inFlight.get(i));
                        assertThat(before).isEqualTo(stories.get(i).before(id));
                    }
                    if (alwaysAligned >= 0) {
                        assertThat(inFlight.get(alwaysAligned)).isEmpty();
                    }
                }
                case CHECKPOINT_ABORTED -> {
                    assertThat(aborted.add(input.abortedCheckpointId())).isTrue();
                    assertThat(completed).doesNotContain(input.abortedCheckpointId());
                }
                case END_OF_INPUT -> ended++;
                default -> {}
            }
        }
        stories.forEach(story -> {
            assertThat(story.fed).isEqualTo(story.elements.size());
            assertThat(story.delivered).isEqualTo(story.all());
        });
        assertThat(ended).isEqualTo(twoGates && channels > 1 ? 2 : 1);
        assertThat(input.isEnded()).isTrue();
        assertThat(watermarks[0]).isEqualTo(Long.MAX_VALUE);
        assertThat(input.readAheadBytes()).isZero();
        if (skipped.isEmpty() && aborted.isEmpty() && !unaligned) {
            assertThat(completed.size()).isGreaterThanOrEqualTo(mustComplete(stories, input));
        }
    }

    /** Without skipped or cancelled barriers every checkpoint completes that reached a channel, but perhaps a cancelled one. */
    private static int mustComplete(List<Story> stories, TaskInput input) {
        long seen = stories.stream()
                .flatMap(story -> story.elements.stream())
                .filter(ControlElement.Barrier.class::isInstance)
                .map(element -> ((ControlElement.Barrier) element).checkpointId())
                .distinct()
                .count();
        return (int) Math.max(0, seen - 1);
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> ints() {
        return (TypeSerializer<Object>) (TypeSerializer<?>) Types.INT.createSerializer();
    }

    private static List<List<Integer>> recordsInFlight(TaskInput input, int channels) {
        List<List<Integer>> records = new ArrayList<>();
        for (int i = 0; i < channels; i++) {
            records.add(new ArrayList<>());
        }
        for (InFlight inFlight : input.inFlight()) {
            InFlightLog log = InFlightLog.of(ints(), InFlightLog.encode(inFlight.parts()));
            Object element;
            while ((element = log.poll()) != null) {
                if (element instanceof RecordBatch batch) {
                    for (int i = 0; i < batch.size(); i++) {
                        records.get(inFlight.channel().producer()).add((Integer) batch.value(i));
                    }
                    log.recycle();
                }
            }
        }
        return records;
    }

    private static List<InputGate> gates(List<Story> stories, boolean two) {
        List<GateChannel> channels = new ArrayList<>();
        for (int i = 0; i < stories.size(); i++) {
            channels.add(new GateChannel(stories.get(i).channel, 0, 0, "producer", i));
        }
        return split(channels, two);
    }

    private static List<InputGate> gates(List<Story> stories, boolean two, int alwaysAligned) {
        List<GateChannel> channels = new ArrayList<>();
        for (int i = 0; i < stories.size(); i++) {
            Story story = stories.get(i);
            channels.add(
                    i == alwaysAligned
                            ? new GateChannel(story.channel, 0, 0, "producer", i)
                            : GateChannel.logged(story.channel, 0, 0, "producer", i, story.log));
        }
        return split(channels, two);
    }

    private static List<InputGate> split(List<GateChannel> channels, boolean two) {
        return two && channels.size() > 1
                ? List.of(
                        new InputGate(0, channels.subList(0, 1)),
                        new InputGate(1, channels.subList(1, channels.size())))
                : List.of(new InputGate(0, channels));
    }

    /** All of the records, or some if the others can be put back. */
    private static void deliver(TaskInput input, List<Story> stories, Random random) {
        RecordBatch batch = input.batch();
        int to = input.canPutBack() ? random.nextInt(batch.size() + 1) : batch.size();
        for (int i = 0; i < to; i++) {
            int value = (Integer) batch.value(i);
            stories.get(value / 1_000_000).delivered.add(value);
        }
        if (to < batch.size()) {
            input.putBack(to);
        } else {
            input.recycle();
        }
    }
}
