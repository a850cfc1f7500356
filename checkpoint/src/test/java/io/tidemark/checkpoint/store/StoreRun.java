package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.timer.Timer;
import io.tidemark.checkpoint.timer.TimerDomain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A store and its model, side by side: what is done to the one is done to the other. */
final class StoreRun {
    static final int FEW_KEYS = 7;
    private static final List<Long> NAMESPACES =
            LongStream.range(-2, 2).map(n -> n * 1000).boxed().toList();

    /** What a job, or the machinery around it, does with a store. */
    enum Action {
        COUNT,
        APPEND_TO_VALUE,
        READ_VALUE,
        CLEAR_VALUE,
        ADD_TO_SUM,
        JOIN,
        CLEAR_SUM,
        ADD_WORD,
        REPLACE_WORDS,
        ADD_LIST,
        CHANGE_LISTS,
        CLEAR_LISTS,
        PUT_IN_MAP,
        PUT_NULL_IN_MAP,
        CHANGE_IN_MAP,
        REMOVE_FROM_MAP,
        ITERATE_MAP,
        CLEAR_MAP,
        ADD_TO_WINDOW,
        ADD_TO_WINDOW_AGAIN,
        REMOVE_FROM_WINDOW,
        WALK_WINDOW,
        DROP_WINDOW,
        SET_TIMER,
        DELETE_TIMER,
        FIRE_TIMERS,
        SET_AGING,
        ADD_AGING,
        PUT_AGING,
        GO_OVER_AGING,
        PASS_TIME,
        TEND,
        CLOSE_EPOCH,
        BEGIN_FLUSH,
        RUN_FLUSH,
        FREEZE,
        WRITE,
        FAIL,
        DISCARD,
        COMPLETE,
        RESTORE,
        RESCALE
    }

    record Step(Action action, int key, int number) {
        long namespace() {
            return NAMESPACES.get(number % NAMESPACES.size());
        }
    }

    /** A snapshot and what it has to hold. */
    private record Saved(KeyedStateHandle handle, Model model, long checkpointId) {}

    /**
     * A snapshot on its way.
     *
     * @param mayFail whether it is no defect when it comes to nothing
     */
    private record Writing(Future<KeyedStateHandle> handle, Model model, long checkpointId, boolean mayFail) {}

    private static final int MAX_SAVED = 64;
    private static final long STORAGE_WAIT_S = 60;

    private final TestStores stores;
    private final CacheBudget budget;
    private final List<Integer> keys;
    private final OtherThreads others;
    private final List<Saved> saved = new ArrayList<>();
    private Subject subject;
    private Model model = new Model();
    /** Neither being written nor given up yet; null for none. */
    private KeyedStateStore.Frozen frozen;

    private Model frozenModel;
    /** Null when none is. */
    private Writing writing;

    private long checkpointId;
    private long nowNs;
    private boolean isFlusherGone;
    private boolean timersHaveSpilled;

    /** @param keys how many there are */
    StoreRun(TestStores stores, CacheBudget budget, int keys, OtherThreads others) {
        this.stores = stores;
        this.budget = budget;
        this.keys = IntStream.range(0, keys).boxed().toList();
        this.others = others;
        this.subject = subject(open());
    }

    private KeyedStateStore open(KeyedStateHandle... restore) {
        return stores.open(budget, TestStores.ALL, List.of(restore));
    }

    private Subject subject(KeyedStateStore store) {
        store.flushWith(flush -> {
            if (isFlusherGone) {
                throw new RejectedExecutionException();
            }
            others.flush(flush);
        });
        return new Subject(store);
    }

    /**
     * Performs some steps and looks at what is there in the end.
     *
     * @param checkedAtEnd how many of the last snapshots are restored then
     */
    void run(List<Step> steps, int checkedAtEnd) throws Exception {
        for (Step step : steps) {
            perform(step);
            checkTimers();
        }
        end(checkedAtEnd);
    }

    /** Looks at what is there, now and when it is restored. */
    void end(int checkedAtEnd) throws Exception {
        checkContents();
        write();
        collect(true);
        KeyedStateHandle last = stores.snapshot(subject.store, ++checkpointId);
        assertThat(subject.drainTimers()).isEqualTo(model.timersInOrder());
        saved.add(new Saved(last, model, checkpointId));
        subject.store.close();
        for (Saved snapshot : saved.subList(Math.max(0, saved.size() - checkedAtEnd), saved.size())) {
            Subject restored = new Subject(open(snapshot.handle()));
            assertThat(restored.contents(keys, NAMESPACES))
                    .isEqualTo(snapshot.model().contents(stores.nowMs));
            assertThat(restored.drainTimers()).isEqualTo(snapshot.model().timersInOrder());
            restored.store.close();
        }
    }

    void checkContents() throws Exception {
        assertThat(subject.contents(keys, NAMESPACES)).isEqualTo(model.contents(stores.nowMs));
    }

    /** Whether timers have left the memory at any time. */
    boolean timersHaveSpilled() {
        return timersHaveSpilled;
    }

    void checkTimers() {
        long size = 0;
        for (TimerDomain domain : TimerDomain.values()) {
            size += subject.timers.size(domain);
            long expected = model.timers.stream()
                    .filter(timer -> timer.domain() == domain)
                    .count();
            assertThat(subject.timers.size(domain)).isEqualTo(expected);
        }
        timersHaveSpilled |= subject.timers.inMemory() < size;
    }

    private void setCurrentKey(Step step) {
        int hash = stores.keyKind.serializer.hash(step.key());
        if (stores.keyKind == KeyKind.NUMBERS && step.number() % 2 == 0) {
            subject.store.setCurrentKeyBits(step.key(), hash);
        } else {
            subject.store.setCurrentKey(step.key(), hash);
        }
        assertThat(subject.store.currentKeyHash()).isEqualTo(hash);
    }

    void perform(Step step) throws Exception {
        setCurrentKey(step);
        int key = step.key();
        int number = step.number();
        switch (step.action()) {
            case COUNT -> {
                Long count = subject.count.value();
                assertThat(count).isEqualTo(model.count.get(key));
                subject.count.update(count == null ? 1 : count + 1);
                model.count.merge(key, 1L, Long::sum);
            }
            case APPEND_TO_VALUE -> {
                List<Integer> list = subject.value.value();
                assertThat(list).isEqualTo(model.value.get(key));
                list = list == null ? new ArrayList<>() : list;
                list.add(number);
                subject.value.update(list);
                model.value.computeIfAbsent(key, k -> new ArrayList<>()).add(number);
            }
            case READ_VALUE -> assertThat(subject.value.value()).isEqualTo(model.value.get(key));
            case CLEAR_VALUE -> {
                subject.value.clear();
                subject.count.update(null);
                model.value.remove(key);
                model.count.remove(key);
            }
            case ADD_TO_SUM -> {
                subject.sum.add((long) number);
                model.sum.merge(key, (long) number, Long::sum);
                assertThat(subject.sum.get()).isEqualTo(model.sum.get(key));
            }
            case JOIN -> {
                List<Integer> joined = model.joined.get(key);
                assertThat(subject.joined.get()).isEqualTo(joined == null ? null : joined.toString());
                subject.joined.add(number);
                model.joined.computeIfAbsent(key, k -> new ArrayList<>()).add(number);
            }
            case CLEAR_SUM -> {
                subject.sum.clear();
                subject.joined.clear();
                model.sum.remove(key);
                model.joined.remove(key);
            }
            case ADD_WORD -> {
                subject.words.add("w" + number);
                model.words.computeIfAbsent(key, k -> new ArrayList<>()).add("w" + number);
            }
            case REPLACE_WORDS -> {
                List<String> words =
                        IntStream.range(0, number % 4).mapToObj(i -> "r" + i).toList();
                subject.words.update(words);
                model.words.remove(key);
                if (!words.isEmpty()) {
                    model.words.put(key, new ArrayList<>(words));
                }
            }
            case ADD_LIST -> {
                subject.lists.addAll(List.of(new ArrayList<>(List.of(number)), new ArrayList<>()));
                List<List<Integer>> lists = model.lists.computeIfAbsent(key, k -> new ArrayList<>());
                lists.add(new ArrayList<>(List.of(number)));
                lists.add(new ArrayList<>());
            }
            case CHANGE_LISTS -> {
                List<List<Integer>> lists = new ArrayList<>();
                subject.lists.get().forEach(lists::add);
                assertThat(lists).isEqualTo(model.lists.getOrDefault(key, List.of()));
                lists.forEach(list -> list.add(number));
                subject.lists.update(lists);
                model.lists.getOrDefault(key, List.of()).forEach(list -> list.add(number));
            }
            case CLEAR_LISTS -> {
                subject.lists.clear();
                model.lists.remove(key);
            }
            case PUT_IN_MAP -> {
                subject.map.put(number % 7, new ArrayList<>(List.of(number)));
                mapOf(key).put(number % 7, new ArrayList<>(List.of(number)));
            }
            case PUT_NULL_IN_MAP -> {
                subject.map.put(number % 7, null);
                mapOf(key).put(number % 7, null);
                assertThat(subject.map.contains(number % 7)).isTrue();
            }
            case CHANGE_IN_MAP -> {
                List<Integer> list = subject.map.get(number % 7);
                assertThat(list).isEqualTo(mapOf(key).get(number % 7));
                assertThat(subject.map.contains(number % 7))
                        .isEqualTo(mapOf(key).containsKey(number % 7));
                if (list != null) {
                    list.add(number);
                    subject.map.put(number % 7, list);
                    mapOf(key).get(number % 7).add(number);
                }
            }
            case REMOVE_FROM_MAP -> {
                subject.map.remove(number % 7);
                mapOf(key).remove(number % 7);
                assertThat(subject.map.isEmpty()).isEqualTo(mapOf(key).isEmpty());
            }
            case ITERATE_MAP -> iterateMap(key, number);
            case CLEAR_MAP -> {
                subject.map.clear();
                model.map.remove(key);
            }
            case ADD_TO_WINDOW, ADD_TO_WINDOW_AGAIN -> {
                long window = step.namespace();
                List<Integer> list = subject.windows.get(window);
                assertThat(list).isEqualTo(windowOf(window).get(key));
                list = list == null ? new ArrayList<>() : list;
                list.add(number);
                subject.windows.put(window, list);
                windowOf(window).computeIfAbsent(key, k -> new ArrayList<>()).add(number);
            }
            case REMOVE_FROM_WINDOW -> {
                subject.windows.remove(step.namespace());
                windowOf(step.namespace()).remove(key);
            }
            case WALK_WINDOW -> walkWindow(step.namespace());
            case DROP_WINDOW -> {
                subject.windows.drop(step.namespace());
                model.windows.remove(step.namespace());
            }
            case SET_TIMER -> {
                TimerDomain domain = TimerDomain.values()[number % 2];
                long timestamp = number - 20;
                subject.timers.register(domain, subject.group, step.namespace(), timestamp);
                Model.ModelTimer timer = new Model.ModelTimer(domain, key, step.namespace(), timestamp);
                if (!model.timers.contains(timer)) {
                    model.timers.add(timer);
                }
            }
            case DELETE_TIMER -> {
                if (!model.timers.isEmpty()) {
                    Model.ModelTimer timer = model.timers.remove(number % model.timers.size());
                    subject.store.setCurrentKey(timer.key());
                    assertThat(subject.timers.delete(
                                    timer.domain(), subject.group, timer.namespace(), timer.timestamp()))
                            .isTrue();
                    assertThat(subject.timers.delete(
                                    timer.domain(), subject.group, timer.namespace(), timer.timestamp()))
                            .isFalse();
                }
            }
            case FIRE_TIMERS -> fireTimers(number - 30L);
            case SET_AGING -> {
                Model.Aging<Long> before = model.agingValue.get(key);
                assertThat(subject.agingValue.value())
                        .isEqualTo(before == null || before.isOver(stores.nowMs) ? null : before.value());
                subject.agingValue.update((long) number);
                model.agingValue.put(key, new Model.Aging<>((long) number, stores.nowMs));
            }
            case ADD_AGING -> {
                subject.agingList.add(number);
                model.agingList
                        .computeIfAbsent(key, k -> new ArrayList<>())
                        .add(new Model.Aging<>(number, stores.nowMs));
                if (number % 3 == 0) {
                    List<Integer> elements = new ArrayList<>();
                    subject.agingList.get().forEach(elements::add);
                    assertThat(elements)
                            .isEqualTo(model.agingList.get(key).stream()
                                    .filter(element -> !element.isOver(stores.nowMs))
                                    .map(Model.Aging::value)
                                    .toList());
                }
            }
            case PUT_AGING -> {
                subject.agingMap.put(number % 5, number);
                agingMapOf(key).put(number % 5, new Model.Aging<>(number, stores.nowMs));
            }
            case GO_OVER_AGING -> {
                Map<Integer, Integer> entries = new HashMap<>();
                subject.agingMap.entries().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
                Map<Integer, Integer> expected = new HashMap<>();
                agingMapOf(key).forEach((mapKey, value) -> {
                    if (!value.isOver(stores.nowMs)) {
                        expected.put(mapKey, value.value());
                    }
                });
                assertThat(entries).isEqualTo(expected);
                subject.agingMap.remove(number % 5);
                agingMapOf(key).remove(number % 5);
            }
            case CLOSE_EPOCH -> subject.store.closeEpoch();
            case BEGIN_FLUSH -> {
                isFlusherGone = number % 5 == 0;
                subject.store.flushOldest();
            }
            case RUN_FLUSH -> others.runFlushes();
            case TEND -> subject.store.tend(nowNs += number * 50_000_000L);
            case PASS_TIME -> stores.nowMs += number % 8;
            case FAIL -> fail(number % 3);
            case RESCALE -> {
                if (number % 12 == 0) {
                    rescale();
                }
            }
            case FREEZE -> {
                collect(false);
                if (frozen == null && writing == null && !subject.store.isFrozen()) {
                    frozen = subject.store.freeze(++checkpointId);
                    frozenModel = model.copy();
                }
            }
            case WRITE -> write();
            case DISCARD -> {
                if (frozen != null) {
                    frozen.discard();
                    frozen = null;
                }
            }
            case COMPLETE -> {
                if (!saved.isEmpty()) {
                    subject.store.checkpointComplete(saved.get(saved.size() - 1).checkpointId());
                }
            }
            case RESTORE -> {
                // Seldom, since a restored store has to ask the database for everything and so does less by itself.
                if (number % 4 == 0) {
                    restore(number / 4);
                }
            }
            default -> throw new AssertionError(step);
        }
    }

    private Map<Integer, List<Integer>> mapOf(int key) {
        return model.map.computeIfAbsent(key, k -> new HashMap<>());
    }

    private Map<Integer, List<Integer>> windowOf(long window) {
        return model.windows.computeIfAbsent(window, w -> new HashMap<>());
    }

    private void iterateMap(int key, int number) throws Exception {
        Set<Integer> seen = new HashSet<>();
        Iterator<Map.Entry<Integer, List<Integer>>> entries = subject.map.iterator();
        Set<Integer> expected = new HashSet<>(mapOf(key).keySet());
        while (entries.hasNext()) {
            Map.Entry<Integer, List<Integer>> entry = entries.next();
            assertThat(entry.getValue()).isEqualTo(mapOf(key).get(entry.getKey()));
            assertThat(seen.add(entry.getKey())).isTrue();
            if (entry.getKey() % 3 == number % 3) {
                entries.remove();
                mapOf(key).remove(entry.getKey());
            } else if (entry.getKey() % 3 == (number + 1) % 3) {
                entry.setValue(new ArrayList<>(List.of(number)));
                mapOf(key).put(entry.getKey(), new ArrayList<>(List.of(number)));
            }
        }
        assertThat(seen).isEqualTo(expected);
    }

    private void walkWindow(long window) throws Exception {
        Map<Object, Object> walked = new HashMap<>();
        try (NamespacedState.Cursor<List<Integer>> cursor = subject.windows.cursor(window)) {
            while (cursor.next()) {
                assertThat(walked.put(cursor.key(), List.copyOf(cursor.value())))
                        .isNull();
                assertThat(cursor.keyHash()).isEqualTo(cursor.key());
                // Other state is used in the middle of the walk, and a part of the cache may be evicted.
                subject.store.setCurrentKey(cursor.key(), cursor.keyHash());
                subject.words.add("walked");
                model.words
                        .computeIfAbsent((Integer) cursor.key(), k -> new ArrayList<>())
                        .add("walked");
                assertThat(subject.windows.get(window))
                        .isEqualTo(windowOf(window).get(cursor.key()));
            }
        }
        assertThat(walked).isEqualTo(windowOf(window));
    }

    private void fireTimers(long time) {
        for (TimerDomain domain : TimerDomain.values()) {
            for (Timer timer = subject.timers.pollDue(domain, time);
                    timer != null;
                    timer = subject.timers.pollDue(domain, time)) {
                assertThat(model.timers.remove(new Model.ModelTimer(
                                domain, (Integer) timer.key(), (Long) timer.namespace(), timer.timestamp())))
                        .isTrue();
            }
            assertThat(model.timers.stream().filter(timer -> timer.domain() == domain && timer.timestamp() <= time))
                    .isEmpty();
        }
    }

    private void write() throws Exception {
        begin(stores.storage, false);
    }

    /** The storage takes so many files and no more, so that the snapshot comes to nothing when there is more to store. */
    private void fail(int puts) throws Exception {
        FaultyStorage faulty = new FaultyStorage(stores.storage);
        faulty.failPuts(puts == 0);
        faulty.onPut(() -> faulty.failPuts(faulty.putNames().size() >= puts));
        begin(faulty, true);
    }

    private void begin(CheckpointStorage storage, boolean mayFail) throws Exception {
        if (frozen != null) {
            KeyedStateStore.Frozen one = frozen;
            frozen = null;
            writing = new Writing(others.write(() -> one.write(storage)), frozenModel, checkpointId, mayFail);
            collect(false);
        }
    }

    /** Takes what has been written. */
    private void collect(boolean wait) throws Exception {
        if (writing == null || !(wait || writing.handle().isDone())) {
            return;
        }
        Writing over = writing;
        writing = null;
        try {
            KeyedStateHandle handle = over.handle().get(STORAGE_WAIT_S, TimeUnit.SECONDS);
            saved.add(new Saved(handle, over.model(), over.checkpointId()));
            if (saved.size() > MAX_SAVED) {
                saved.remove(0);
            }
        } catch (ExecutionException e) {
            if (!over.mayFail() || !(e.getCause() instanceof IOException)) {
                throw e;
            }
        }
    }

    private Map<Integer, Model.Aging<Integer>> agingMapOf(int key) {
        return model.agingMap.computeIfAbsent(key, k -> new HashMap<>());
    }

    /** Hands the state to two subtasks, each of which adds to it, and back to one. */
    private void rescale() throws Exception {
        write();
        collect(true);
        KeyedStateHandle whole = stores.snapshot(subject.store, ++checkpointId);
        subject.store.close();
        List<KeyedStateHandle> parts = new ArrayList<>();
        for (KeyGroupRange range : List.of(new KeyGroupRange(0, 2), new KeyGroupRange(3, 7))) {
            Subject part = new Subject(stores.open(budget, range, List.of(whole)));
            for (int key : keys) {
                int hash = Types.INT.createSerializer().hash(key);
                if (range.contains(KeyGroups.keyGroup(hash, TestStores.MAX_PARALLELISM))) {
                    part.store.setCurrentKey(key);
                    part.words.add("part");
                    model.words.computeIfAbsent(key, k -> new ArrayList<>()).add("part");
                }
            }
            parts.add(stores.snapshot(part.store, ++checkpointId));
            part.store.close();
        }
        subject = subject(stores.open(budget, TestStores.ALL, parts));
    }

    /** Begins again with an earlier snapshot, whatever is being written. */
    private void restore(int number) throws Exception {
        collect(false);
        if (!saved.isEmpty()) {
            subject.store.close();
            frozen = null;
            if (writing != null) {
                // The store may be closed before it is written, or after.
                others.giveUp(writing.handle());
                writing = null;
            }
            others.forgetFlushes();
            Saved from = saved.get(number % saved.size());
            subject = subject(open(from.handle()));
            model = from.model().copy();
        }
    }
}
