package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Random channels, fed in random portions, with checkpoints of which some never reach every channel or are cancelled. */
final class TaskInputProperties {
    private static final int CHECKPOINTS = 6;

    /** One channel's whole story, how much of it was fed and what came out. */
    private static final class Story {
        final List<Object> elements = new ArrayList<>();
        final QueuedChannel channel = new QueuedChannel();
        int fed;
        final List<Integer> delivered = new ArrayList<>();

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

        void feed(int count) {
            for (int i = 0; i < count && fed < elements.size(); i++, fed++) {
                Object element = elements.get(fed);
                if (element instanceof Integer) {
                    channel.records(element);
                } else {
                    channel.put(element);
                }
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
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int channels, @ForAll boolean twoGates) {
        Random random = new Random(seed);
        Set<Integer> skipped = new HashSet<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            skipped.add((1 + random.nextInt(CHECKPOINTS)) * 100 + random.nextInt(channels));
        }
        List<Story> stories = new ArrayList<>();
        for (int i = 0; i < channels; i++) {
            stories.add(Story.random(random, i, skipped));
        }
        TaskInput input = new TaskInput(gates(stories, twoGates));
        ArrayDeque<Integer> toCancel = new ArrayDeque<>();
        if (random.nextInt(3) == 0) {
            toCancel.add(1 + random.nextInt(CHECKPOINTS));
        }
        Set<Long> aborted = new HashSet<>();
        Set<Long> completed = new HashSet<>();
        long[] watermarks = {Long.MIN_VALUE, Long.MIN_VALUE};
        int ended = 0;

        int idleRounds = 0;
        while (idleRounds < 200) {
            stories.get(random.nextInt(channels)).feed(random.nextInt(4));
            if (random.nextInt(20) == 0 && !toCancel.isEmpty()) {
                input.cancelCheckpoint(toCancel.remove());
            }
            Event event = random.nextInt(3) == 0 ? input.pollBarrierOnly(0) : input.poll(0);
            idleRounds = event == Event.NONE ? idleRounds + 1 : 0;
            switch (event) {
                case RECORDS -> deliver(input, stories);
                case WATERMARK -> {
                    assertThat(input.watermark()).isGreaterThan(watermarks[input.input()]);
                    watermarks[input.input()] = input.watermark();
                }
                case BARRIER -> {
                    long id = input.barrier().checkpointId();
                    assertThat(completed.add(id)).isTrue();
                    assertThat(aborted).doesNotContain(id);
                    stories.forEach(story -> assertThat(story.delivered).isEqualTo(story.before(id)));
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
        if (skipped.isEmpty() && aborted.isEmpty()) {
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

    private static List<InputGate> gates(List<Story> stories, boolean two) {
        List<GateChannel> channels = new ArrayList<>();
        for (int i = 0; i < stories.size(); i++) {
            channels.add(new GateChannel(stories.get(i).channel, 0, 0, "producer", i));
        }
        return two && channels.size() > 1
                ? List.of(
                        new InputGate(0, channels.subList(0, 1)),
                        new InputGate(1, channels.subList(1, channels.size())))
                : List.of(new InputGate(0, channels));
    }

    private static void deliver(TaskInput input, List<Story> stories) {
        RecordBatch batch = input.batch();
        for (int i = 0; i < batch.size(); i++) {
            int value = (Integer) batch.value(i);
            stories.get(value / 1_000_000).delivered.add(value);
        }
        input.recycle();
    }
}
