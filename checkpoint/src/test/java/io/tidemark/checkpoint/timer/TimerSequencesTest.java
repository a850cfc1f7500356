package io.tidemark.checkpoint.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random sequences of what is done with a queue, spilling and snapshots that fail included, against a sorted list. */
class TimerSequencesTest {
    private static final int SEQUENCES = 3_000;
    private static final int MAX_STEPS = 150;
    private static final long[] EXTREMES = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, Long.MAX_VALUE - 1, Long.MAX_VALUE};

    private record Set(TimerDomain domain, int group, String key, long namespace, long timestamp, long registration) {
        boolean isSame(TimerDomain otherDomain, int otherGroup, String otherKey, long ofNamespace, long at) {
            return domain == otherDomain
                    && group == otherGroup
                    && key.equals(otherKey)
                    && namespace == ofNamespace
                    && timestamp == at;
        }
    }

    private static final class FailingWriter implements TimerWriter {
        private final TimerWriter target;
        private int left;

        FailingWriter(TimerWriter target, int writes) {
            this.target = target;
            this.left = writes;
        }

        private void use() throws IOException {
            if (left-- == 0) {
                throw new IOException("full");
            }
        }

        @Override
        public void put(BinaryWriter key, BinaryWriter value) throws IOException {
            use();
            target.put(key, value);
        }

        @Override
        public void delete(BinaryWriter key) throws IOException {
            use();
            target.delete(key);
        }
    }

    private static final class Run {
        private final Random random;
        private final int segmentShift;
        private final FakeBackend backend = new FakeBackend();
        private TimerQueue queue;
        private List<Set> model = new ArrayList<>();
        private long registrations;
        private TimerChanges frozen;
        private boolean frozenIsWritten;
        private boolean hasSpilled;

        Run(long seed) {
            random = new Random(seed);
            // Up to a few timers together, so that few timers make many leaves.
            segmentShift = 1 + random.nextInt(5);
            backend.batchBytes = random.nextInt(3) * 2_000L;
            queue = newQueue();
        }

        @SuppressWarnings("unchecked")
        private TimerQueue newQueue() {
            TypeSerializer<Object> keys = (TypeSerializer<Object>) (TypeSerializer<?>) Types.STRING.createSerializer();
            TimerQueue made =
                    new TimerQueue(backend, FakeBackend.MAX_PARALLELISM, keys, keys, registrations, segmentShift);
            made.group("first", Types.LONG.createSerializer());
            made.group("second", Types.LONG.createSerializer());
            return made;
        }

        void run() throws IOException {
            for (int steps = random.nextInt(MAX_STEPS); steps > 0; steps--) {
                step();
                for (TimerDomain domain : TimerDomain.values()) {
                    check(domain);
                }
            }
            for (TimerDomain domain : TimerDomain.values()) {
                poll(domain, Long.MAX_VALUE, Integer.MAX_VALUE);
            }
            settle();
            queue.freeze().writeTo(backend);
            assertThat(backend.timers()).isZero();
        }

        private void step() throws IOException {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> register();
                case 4, 5 -> delete();
                case 6 -> poll(domain(), timestamp(), 1 + random.nextInt(5));
                case 7, 8 -> spill();
                case 9 -> {
                    if (frozen == null) {
                        frozen = queue.freeze();
                        frozenIsWritten = false;
                    } else if (!frozenIsWritten) {
                        // Written, but the queue is not told yet.
                        frozen.writeTo(backend);
                        frozenIsWritten = true;
                    }
                }
                case 10 -> settle();
                default -> {
                    if (frozen != null && !frozenIsWritten) {
                        fail();
                    } else if (random.nextInt(4) == 0) {
                        restore();
                    }
                }
            }
        }

        /** Writes a part of what is frozen, or nothing. */
        private void fail() {
            try {
                frozen.writeTo(new FailingWriter(backend, random.nextInt(10)));
            } catch (IOException e) {
                assertThat(e).hasMessage("full");
            }
            queue.takeBack();
            frozen = null;
        }

        private void settle() throws IOException {
            if (frozen != null) {
                if (!frozenIsWritten) {
                    frozen.writeTo(backend);
                }
                queue.onWritten();
                frozen = null;
            }
        }

        private void restore() throws IOException {
            settle();
            queue.freeze().writeTo(backend);
            assertThat(backend.timers()).isEqualTo(model.size());
            backend.hasRoom = random.nextBoolean();
            queue = newQueue();
        }

        private TimerDomain domain() {
            return TimerDomain.values()[random.nextInt(2)];
        }

        private long timestamp() {
            return random.nextInt(20) == 0 ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextInt(20) - 5;
        }

        private void register() {
            for (int count = 1 + random.nextInt(5); count > 0; count--) {
                TimerDomain domain = domain();
                int group = random.nextInt(2);
                String key = "k" + random.nextInt(6);
                long namespace = random.nextInt(2);
                long timestamp = timestamp();
                backend.key = key;
                queue.register(domain, group, namespace, timestamp);
                if (model.stream().noneMatch(set -> set.isSame(domain, group, key, namespace, timestamp))) {
                    model.add(new Set(domain, group, key, namespace, timestamp, registrations++));
                }
            }
        }

        private void delete() {
            boolean isThere = !model.isEmpty() && random.nextInt(4) > 0;
            Set timer = isThere
                    ? model.remove(random.nextInt(model.size()))
                    : new Set(domain(), 0, "absent", 0, timestamp(), 0);
            backend.key = timer.key();
            assertThat(queue.delete(timer.domain(), timer.group(), timer.namespace(), timer.timestamp()))
                    .isEqualTo(isThere);
        }

        private void poll(TimerDomain domain, long time, int limit) {
            for (int i = 0; i < limit; i++) {
                Set first = first(domain);
                Timer timer = queue.pollDue(domain, time);
                if (first == null || first.timestamp() > time) {
                    assertThat(timer).isNull();
                    return;
                }
                assertThat(timer).isNotNull();
                assertThat(new Set(
                                domain,
                                timer.group(),
                                (String) timer.key(),
                                (Long) timer.namespace(),
                                timer.timestamp(),
                                first.registration()))
                        .isEqualTo(first);
                model.remove(first);
            }
        }

        private Set first(TimerDomain domain) {
            return model.stream()
                    .filter(set -> set.domain() == domain)
                    .min(Comparator.comparingLong(Set::timestamp).thenComparingLong(Set::registration))
                    .orElse(null);
        }

        private void spill() throws IOException {
            boolean mayWrite = frozen == null && random.nextInt(4) > 0;
            queue.spill(96L * random.nextInt(20), 96L * random.nextInt(3), mayWrite ? backend : null);
            hasSpilled |= queue.inMemory() < model.size();
        }

        private void check(TimerDomain domain) {
            // Asking brings timers back, so it is not asked each time.
            if (random.nextInt(3) == 0) {
                Set first = first(domain);
                assertThat(queue.nextTimestamp(domain)).isEqualTo(first == null ? Long.MAX_VALUE : first.timestamp());
                assertThat(queue.isEmpty(domain)).isEqualTo(first == null);
            }
            if (random.nextInt(3) == 0) {
                assertThat(queue.size(domain))
                        .isEqualTo(model.stream()
                                .filter(set -> set.domain() == domain)
                                .count());
            }
            if (random.nextInt(3) == 0) {
                Set first = first(domain);
                long time = timestamp();
                assertThat(queue.hasDue(domain, time)).isEqualTo(first != null && first.timestamp() <= time);
            }
        }
    }

    @Test
    void every_sequence_leaves_what_a_sorted_list_holds() {
        long seed = System.nanoTime();
        int spilled = 0;
        for (int i = 0; i < SEQUENCES; i++, seed++) {
            Run run = new Run(seed);
            try {
                run.run();
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError("the sequence of seed " + seed, e);
            }
            spilled += run.hasSpilled ? 1 : 0;
        }
        assertThat(spilled).as("sequences in which timers left the memory").isGreaterThan(SEQUENCES / 2);
    }
}
