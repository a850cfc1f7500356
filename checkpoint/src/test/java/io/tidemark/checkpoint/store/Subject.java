package io.tidemark.checkpoint.store;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.Aggregator;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.timer.Timer;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.checkpoint.timer.TimerQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A store with one state of each kind, some with values that can be changed in place, and timers. */
final class Subject {
    final KeyedStateStore store;
    final ValueState<Long> count;
    final ValueState<List<Integer>> value;
    final ReducingState<Long> sum;
    final AggregatingState<Integer, String> joined;
    final ValueState<Long> agingValue;
    final ListState<Integer> agingList;
    final MapState<Integer, Integer> agingMap;
    final ListState<String> words;
    final ListState<List<Integer>> lists;
    final MapState<Integer, List<Integer>> map;
    final NamespacedState<Long, List<Integer>> windows;
    final TimerQueue timers;
    final int group;

    Subject(KeyedStateStore store) {
        this.store = store;
        count = store.value(new ValueStateDescriptor<>("count", Types.LONG));
        value = store.value(new ValueStateDescriptor<>("value", Types.LIST(Types.INT)));
        sum = store.reducing(new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG));
        joined = store.aggregating(new AggregatingStateDescriptor<>("joined", new Joining(), Types.LIST(Types.INT)));
        agingValue = store.value(aging(new ValueStateDescriptor<>("agingValue", Types.LONG)));
        agingList = store.list(aging(new ListStateDescriptor<>("agingList", Types.INT)));
        agingMap = store.map(aging(new MapStateDescriptor<>("agingMap", Types.INT, Types.INT)));
        words = store.list(new ListStateDescriptor<>("words", Types.STRING));
        lists = store.list(new ListStateDescriptor<>("lists", Types.LIST(Types.INT)));
        map = store.map(new MapStateDescriptor<>("map", Types.INT, Types.LIST(Types.INT)));
        windows = store.namespaced(
                "windows", Types.LONG.createSerializer(), Types.LIST(Types.INT).createSerializer());
        timers = store.timers();
        group = timers.group("timers", Types.LONG.createSerializer());
    }

    private static <D extends StateDescriptor<?, ?>> D aging(D descriptor) {
        descriptor.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofMillis(Model.TIME_TO_LIVE_MS))
                .build());
        return descriptor;
    }

    /** Lists what was added, in an accumulator that is changed in place. */
    private static final class Joining implements Aggregator<Integer, List<Integer>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public List<Integer> createAccumulator() {
            return new ArrayList<>();
        }

        @Override
        public List<Integer> add(Integer value, List<Integer> accumulator) {
            accumulator.add(value);
            return accumulator;
        }

        @Override
        public String getResult(List<Integer> accumulator) {
            return accumulator.toString();
        }

        @Override
        public List<Integer> merge(List<Integer> a, List<Integer> b) {
            a.addAll(b);
            return a;
        }
    }

    /** Everything that the given keys, and the given namespaces, hold, read as a job would. */
    Map<String, Object> contents(Iterable<Integer> keys, Iterable<Long> namespaces) throws Exception {
        Map<String, Object> contents = new TreeMap<>();
        for (int key : keys) {
            store.setCurrentKey(key);
            putIfPresent(contents, "count/" + key, count.value());
            List<Integer> of = value.value();
            putIfPresent(contents, "value/" + key, of == null ? null : List.copyOf(of));
            putIfPresent(contents, "sum/" + key, sum.get());
            putIfPresent(contents, "joined/" + key, joined.get());
            putIfPresent(contents, "agingValue/" + key, agingValue.value());
            putIfPresent(contents, "agingList/" + key, toList(agingList.get()));
            Map<Integer, Object> agingEntries = new TreeMap<>();
            agingMap.entries().forEach(entry -> agingEntries.put(entry.getKey(), entry.getValue()));
            putIfPresent(contents, "agingMap/" + key, agingEntries.isEmpty() ? null : agingEntries);
            putIfPresent(contents, "words/" + key, toList(words.get()));
            putIfPresent(contents, "lists/" + key, toList(lists.get()));
            Map<Integer, Object> entries = new TreeMap<>();
            for (Map.Entry<Integer, List<Integer>> entry : map.entries()) {
                entries.put(entry.getKey(), String.valueOf(entry.getValue()));
            }
            putIfPresent(contents, "map/" + key, entries.isEmpty() ? null : entries);
        }
        for (long namespace : namespaces) {
            Map<Object, Object> entries = new TreeMap<>();
            try (NamespacedState.Cursor<List<Integer>> cursor = windows.cursor(namespace)) {
                while (cursor.next()) {
                    Object before = entries.put(cursor.key(), List.copyOf(cursor.value()));
                    if (before != null) {
                        throw new AssertionError("the cursor gave key " + cursor.key() + " twice");
                    }
                }
            }
            putIfPresent(contents, "windows/" + namespace, entries.isEmpty() ? null : entries);
        }
        return contents;
    }

    private static void putIfPresent(Map<String, Object> contents, String name, Object value) {
        if (value != null) {
            contents.put(name, value);
        }
    }

    private static <T> List<T> toList(Iterable<T> elements) {
        List<T> list = new ArrayList<>();
        elements.forEach(list::add);
        return list.isEmpty() ? null : list;
    }

    /** Takes out all timers, in their order. */
    List<String> drainTimers() {
        List<String> drained = new ArrayList<>();
        for (TimerDomain domain : TimerDomain.values()) {
            for (Timer timer = timers.pollDue(domain, Long.MAX_VALUE);
                    timer != null;
                    timer = timers.pollDue(domain, Long.MAX_VALUE)) {
                drained.add(domain + "@" + timer.timestamp() + " of " + timer.key() + " in " + timer.namespace());
            }
        }
        return drained;
    }
}
