package io.tidemark.checkpoint.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Thousands of timers in small leaves against sorted maps, while another thread writes snapshots beside it: handlers that set
 * and delete while timers fire, snapshots that fail, timers that leave the memory, restores, and subtasks that become one. A
 * failure names its seed, but the threads may meet differently the next time.
 */
class TimerStormsTest {
    private static final int STORMS_PER_BUILD = 12;
    private static final int STORMS_PER_CI_RUN = 300;
    private static final int ROUNDS = 60;
    private static final int KEYS = 400;
    private static final int GROUPS = 2;
    private static final int NAMESPACES = 2;
    private static final long[] EXTREMES = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, Long.MAX_VALUE - 1, Long.MAX_VALUE};

    private record Identity(TimerDomain domain, int group, String key, long namespace, long timestamp) {}

    /** In the order in which timers are due; keys are of equal length, so they compare as their bytes do. */
    private record Place(long timestamp, long registration, String key, long namespace, int group)
            implements Comparable<Place> {
        static Place from(long timestamp) {
            return new Place(timestamp, 0, "", 0, 0);
        }

        @Override
        public int compareTo(Place other) {
            int byTime = timestamp != other.timestamp
                    ? Long.compare(timestamp, other.timestamp)
                    : Long.compare(registration, other.registration);
            int byKey = byTime != 0 ? byTime : key.compareTo(other.key);
            int byNamespace = byKey != 0 ? byKey : Long.compare(namespace, other.namespace);
            return byNamespace != 0 ? byNamespace : Integer.compare(group, other.group);
        }
    }

    /** What should be set. */
    private static final class Model {
        final Map<Identity, Place> places = new HashMap<>();
        final Map<TimerDomain, TreeMap<Place, Identity>> inOrder =
                Map.of(TimerDomain.EVENT, new TreeMap<>(), TimerDomain.PROCESSING, new TreeMap<>());

        boolean add(Identity timer, long registration) {
            Place place = new Place(timer.timestamp, registration, timer.key, timer.namespace, timer.group);
            if (places.putIfAbsent(timer, place) != null) {
                return false;
            }
            inOrder.get(timer.domain).put(place, timer);
            return true;
        }

        boolean remove(Identity timer) {
            Place place = places.remove(timer);
            return place != null && inOrder.get(timer.domain).remove(place) != null;
        }

        Identity first(TimerDomain domain) {
            TreeMap<Place, Identity> timers = inOrder.get(domain);
            return timers.isEmpty() ? null : timers.firstEntry().getValue();
        }

        /** What a snapshot has to have. */
        Set<Map.Entry<Identity, Long>> content() {
            return places.entrySet().stream()
                    .map(timer -> Map.entry(timer.getKey(), timer.getValue().registration()))
                    .collect(Collectors.toSet());
        }
    }

    /** Has few hashes, so that timers of different keys meet in the tables. */
    private record WeakHashes(TypeSerializer<String> of) implements TypeSerializer<String> {
        @Override
        public void serialize(String value, BinaryWriter out) {
            of.serialize(value, out);
        }

        @Override
        public String deserialize(BinaryReader in) {
            return of.deserialize(in);
        }

        @Override
        public String copy(String value) {
            return value;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(String value) {
            return of.hash(value) & 0x11;
        }

        @Override
        public SerializerSnapshot schema() {
            return of.schema();
        }
    }

    /** Fails after some writes, and lets others by in between. */
    private record Writer(TimerWriter target, Random random, int[] left) implements TimerWriter {
        private void use() throws IOException {
            if (left[0]-- == 0) {
                throw new IOException("full");
            }
            if (random.nextInt(64) == 0) {
                Thread.yield();
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

    private static final class Storm {
        private final Random random;
        private final ExecutorService snapshots;
        private final int segmentShift;
        /** The keys are those from this one on. */
        private final int firstKey;

        private FakeBackend backend = new FakeBackend();
        private TimerQueue queue;
        private Model model = new Model();
        private long nextRegistration;
        private long now;

        private CompletableFuture<Set<Map.Entry<Identity, Long>>> writing;
        private Set<Map.Entry<Identity, Long>> expected;
        private int written;

        Storm(Random random, ExecutorService snapshots, TypeSerializer<String> keys, int firstKey) {
            this.random = random;
            this.snapshots = snapshots;
            this.segmentShift = 1 + random.nextInt(6);
            this.firstKey = firstKey;
            backend.keys = keys;
            queue = newQueue();
        }

        @SuppressWarnings("unchecked")
        private TimerQueue newQueue() {
            backend.batchBytes = 5_000L << random.nextInt(5);
            TypeSerializer<Object> keys = (TypeSerializer<Object>) (TypeSerializer<?>) backend.keys;
            TimerQueue made =
                    new TimerQueue(backend, FakeBackend.MAX_PARALLELISM, keys, keys, nextRegistration, segmentShift);
            for (int group = 0; group < GROUPS; group++) {
                assertThat(made.group("group" + group, Types.LONG.createSerializer()))
                        .isEqualTo(group);
            }
            return made;
        }

        void rage(int rounds) throws Exception {
            for (int round = 0; round < rounds; round++) {
                settle(random.nextInt(6) == 0);
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> setMany();
                    case 3 -> deleteMany();
                    case 4 -> setAndDeleteOne();
                    case 5 -> advance(random.nextInt(40));
                    case 6 -> spill();
                    default -> {
                        if (random.nextInt(4) == 0) {
                            restore();
                        }
                    }
                }
                if (writing == null && random.nextInt(3) == 0) {
                    freeze(random.nextInt(4) == 0);
                }
                checkSizes();
            }
        }

        private void setMany() {
            int kind = random.nextInt(6);
            long base = now + random.nextInt(100);
            TimerDomain domain = domain();
            int count = random.nextInt(400);
            for (int i = 0; i < count; i++) {
                long timestamp = switch (kind) {
                    case 0 -> base;
                    case 1 -> base + i / 3;
                    case 2 -> base - i;
                    case 3 -> base + random.nextInt(3);
                    case 4 -> now - 5 + random.nextInt(500);
                    default -> random.nextInt(9) == 0 ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextLong();
                };
                set(new Identity(domain, random.nextInt(GROUPS), key(), random.nextInt(NAMESPACES), timestamp));
            }
        }

        private TimerDomain domain() {
            return random.nextInt(4) == 0 ? TimerDomain.PROCESSING : TimerDomain.EVENT;
        }

        private String key() {
            return "key" + (firstKey + random.nextInt(KEYS));
        }

        private void set(Identity timer) {
            backend.key = timer.key;
            queue.register(timer.domain, timer.group, timer.namespace, timer.timestamp);
            if (model.add(timer, nextRegistration)) {
                nextRegistration++;
            }
        }

        private void delete(Identity timer) {
            backend.key = timer.key;
            assertThat(queue.delete(timer.domain, timer.group, timer.namespace, timer.timestamp))
                    .isEqualTo(model.remove(timer));
        }

        private Identity some(TimerDomain domain) {
            TreeMap<Place, Identity> timers = model.inOrder.get(domain);
            Map.Entry<Place, Identity> there = timers.ceilingEntry(
                    random.nextInt(9) == 0
                            ? Place.from(random.nextLong())
                            : new Place(now + random.nextInt(200), random.nextLong(nextRegistration + 1), "", 0, 0));
            return there != null
                    ? there.getValue()
                    : timers.isEmpty() ? null : timers.firstEntry().getValue();
        }

        private void deleteMany() {
            TimerDomain domain = domain();
            for (int count = random.nextInt(400); count > 0; count--) {
                Identity timer = some(domain);
                if (timer != null) {
                    delete(timer);
                }
            }
        }

        private void setAndDeleteOne() {
            Identity timer = new Identity(domain(), 0, key(), 0, now + random.nextInt(100));
            for (int count = random.nextInt(100); count > 0; count--) {
                set(timer);
                delete(timer);
            }
        }

        /** Time goes on; what fires sets and deletes others, some of them due at once. */
        private void advance(int by) throws Exception {
            now += by;
            TimerDomain domain = domain();
            int mayBeSet = 100;
            for (Timer timer = queue.pollDue(domain, now); ; timer = queue.pollDue(domain, now)) {
                Identity first = model.first(domain);
                if (first == null || first.timestamp > now) {
                    assertThat(timer).isNull();
                    return;
                }
                assertThat(new Identity(
                                domain,
                                timer.group(),
                                (String) timer.key(),
                                (Long) timer.namespace(),
                                timer.timestamp()))
                        .isEqualTo(first);
                model.remove(first);
                if (random.nextInt(3) == 0 && mayBeSet-- > 0) {
                    long timestamp = first.timestamp - 2 + random.nextInt(8);
                    set(new Identity(domain, first.group, first.key, first.namespace, timestamp));
                }
                if (random.nextInt(4) == 0) {
                    Map.Entry<Place, Identity> next =
                            model.inOrder.get(domain).ceilingEntry(Place.from(first.timestamp + random.nextInt(2)));
                    if (next != null) {
                        delete(next.getValue());
                    }
                }
                if (random.nextInt(50) == 0) {
                    queue.dueKeyHashes(domain, now, new int[32]);
                }
                if (random.nextInt(200) == 0) {
                    settle(false);
                    spill();
                }
            }
        }

        private void spill() throws IOException {
            long give = random.nextInt(4) == 0 ? Long.MAX_VALUE / 2 : 64L * random.nextInt(2_000);
            for (int calls = random.nextInt(4); calls > 0; calls--) {
                queue.spill(give, 64L * random.nextInt(50), writing == null ? backend : null);
            }
        }

        private void checkSizes() {
            for (TimerDomain domain : TimerDomain.values()) {
                Identity first = model.first(domain);
                if (random.nextInt(3) == 0) {
                    assertThat(queue.size(domain))
                            .isEqualTo(model.inOrder.get(domain).size());
                }
                if (random.nextInt(3) == 0) {
                    assertThat(queue.nextTimestamp(domain)).isEqualTo(first == null ? Long.MAX_VALUE : first.timestamp);
                }
            }
        }

        private void freeze(boolean fails) {
            TimerChanges frozen = queue.freeze();
            expected = model.content();
            FakeBackend database = backend;
            Writer writer = new Writer(
                    database, new Random(random.nextLong()), new int[] {fails ? random.nextInt(600) : Integer.MAX_VALUE
                    });
            writing = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            frozen.writeTo(writer);
                            return contentOf(database);
                        } catch (IOException e) {
                            return null;
                        }
                    },
                    snapshots);
        }

        private static Set<Map.Entry<Identity, Long>> contentOf(FakeBackend database) {
            synchronized (database) {
                database.timers();
                return database.stored.keySet().stream()
                        .filter(key -> !TimerColumn.isLookUp(key))
                        .map(Storm::decode)
                        .collect(Collectors.toSet());
            }
        }

        private static Map.Entry<Identity, Long> decode(byte[] time) {
            StoredTimer timer = StoredTimer.of(time);
            return Map.entry(
                    new Identity(
                            timer.domain(),
                            timer.group(),
                            Types.STRING.createSerializer().deserialize(new BinaryReader(timer.key())),
                            Types.LONG.createSerializer().deserialize(new BinaryReader(timer.namespace())),
                            timer.timestamp()),
                    timer.registration());
        }

        /** Sees whether the snapshot is over, or waits for it. */
        private void settle(boolean waits) throws ExecutionException, InterruptedException {
            if (writing == null || !(waits || writing.isDone())) {
                return;
            }
            Set<Map.Entry<Identity, Long>> stored = writing.get();
            if (stored == null) {
                queue.takeBack();
            } else {
                assertThat(stored).isEqualTo(expected);
                queue.onWritten();
                written++;
            }
            writing = null;
        }

        private void writeAll() throws Exception {
            settle(true);
            freeze(false);
            settle(true);
        }

        private void restore() throws Exception {
            writeAll();
            backend.hasRoom = random.nextBoolean();
            queue = newQueue();
        }

        /** Goes on with the timers of both, as after a rescale. */
        void join(Storm other) throws Exception {
            writeAll();
            other.writeAll();
            backend.stored.putAll(other.backend.stored);
            other.model.places.forEach((timer, place) -> model.add(timer, place.registration));
            nextRegistration = Math.max(nextRegistration, other.nextRegistration);
            now = Math.max(now, other.now);
            restore();
        }

        void end() throws Exception {
            settle(true);
            for (TimerDomain domain : TimerDomain.values()) {
                List<Identity> fired = new ArrayList<>();
                for (Timer timer = queue.pollDue(domain, Long.MAX_VALUE);
                        timer != null;
                        timer = queue.pollDue(domain, Long.MAX_VALUE)) {
                    fired.add(new Identity(
                            domain, timer.group(), (String) timer.key(), (Long) timer.namespace(), timer.timestamp()));
                }
                assertThat(fired)
                        .isEqualTo(List.copyOf(model.inOrder.get(domain).values()));
                fired.forEach(model::remove);
            }
            writeAll();
            assertThat(backend.stored).isEmpty();
        }
    }

    private static void rage(int storms) {
        ExecutorService snapshots = Executors.newSingleThreadExecutor();
        try {
            long seed = System.nanoTime();
            int written = 0;
            for (int i = 0; i < storms; i++, seed++) {
                written += rage(seed, snapshots);
            }
            assertThat(written).as("snapshots").isGreaterThan(storms * 5);
        } finally {
            snapshots.shutdownNow();
        }
    }

    private static int rage(long seed, ExecutorService snapshots) {
        try {
            Random random = new Random(seed);
            TypeSerializer<String> strings = Types.STRING.createSerializer();
            TypeSerializer<String> keys = random.nextInt(3) == 0 ? new WeakHashes(strings) : strings;
            Storm storm = new Storm(random, snapshots, keys, 1_000);
            Storm other = new Storm(random, snapshots, keys, 1_000 + KEYS);
            storm.rage(ROUNDS);
            other.rage(ROUNDS / 3);
            storm.join(other);
            storm.rage(ROUNDS);
            storm.end();
            return storm.written;
        } catch (Exception | AssertionError e) {
            throw new AssertionError("the storm of seed " + seed, e);
        }
    }

    @Test
    void tm19_timers_are_as_sorted_maps_have_them_while_another_thread_writes_snapshots() {
        rage(STORMS_PER_BUILD);
    }

    @Test
    @Tag("ci")
    void tm19_timers_are_as_sorted_maps_have_them_in_hundreds_of_storms() {
        rage(STORMS_PER_CI_RUN);
    }
}
