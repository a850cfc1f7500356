package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.timer.TimerDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a {@link Subject} should hold, in plain maps. */
final class Model {
    final Map<Integer, Long> count = new HashMap<>();
    final Map<Integer, List<Integer>> value = new HashMap<>();
    final Map<Integer, Long> sum = new HashMap<>();
    final Map<Integer, List<Integer>> joined = new HashMap<>();
    /** How long what ages lives, in milliseconds. */
    static final long TIME_TO_LIVE_MS = 20;

    final Map<Integer, Aging<Long>> agingValue = new HashMap<>();
    final Map<Integer, List<Aging<Integer>>> agingList = new HashMap<>();
    final Map<Integer, Map<Integer, Aging<Integer>>> agingMap = new HashMap<>();
    final Map<Integer, List<String>> words = new HashMap<>();
    final Map<Integer, List<List<Integer>>> lists = new HashMap<>();
    final Map<Integer, Map<Integer, List<Integer>>> map = new HashMap<>();
    final Map<Long, Map<Integer, List<Integer>>> windows = new HashMap<>();
    /** In the order of registration. */
    final List<ModelTimer> timers = new ArrayList<>();

    record Aging<T>(T value, long writtenMs) {
        boolean isOver(long nowMs) {
            return writtenMs + TIME_TO_LIVE_MS <= nowMs;
        }
    }

    record ModelTimer(TimerDomain domain, int key, long namespace, long timestamp) {}

    Model copy() {
        Model copy = new Model();
        copy.count.putAll(count);
        value.forEach((key, list) -> copy.value.put(key, new ArrayList<>(list)));
        copy.sum.putAll(sum);
        copy.agingValue.putAll(agingValue);
        agingList.forEach((key, list) -> copy.agingList.put(key, new ArrayList<>(list)));
        agingMap.forEach((key, entries) -> copy.agingMap.put(key, new HashMap<>(entries)));
        joined.forEach((key, list) -> copy.joined.put(key, new ArrayList<>(list)));
        words.forEach((key, list) -> copy.words.put(key, new ArrayList<>(list)));
        lists.forEach((key, list) -> copy.lists.put(key, copyLists(list)));
        map.forEach((key, entries) -> copy.map.put(key, copyMap(entries)));
        windows.forEach((namespace, entries) -> copy.windows.put(namespace, copyMap(entries)));
        copy.timers.addAll(timers);
        return copy;
    }

    private static List<List<Integer>> copyLists(List<List<Integer>> lists) {
        List<List<Integer>> copy = new ArrayList<>();
        lists.forEach(list -> copy.add(new ArrayList<>(list)));
        return copy;
    }

    private static Map<Integer, List<Integer>> copyMap(Map<Integer, List<Integer>> entries) {
        Map<Integer, List<Integer>> copy = new HashMap<>();
        entries.forEach((key, list) -> copy.put(key, list == null ? null : new ArrayList<>(list)));
        return copy;
    }

    /** Forgets what has had its time. */
    private void age(long nowMs) {
        agingValue.values().removeIf(value -> value.isOver(nowMs));
        agingList.values().forEach(list -> list.removeIf(element -> element.isOver(nowMs)));
        agingMap.values().forEach(entries -> entries.values().removeIf(value -> value.isOver(nowMs)));
    }

    Map<String, Object> contents(long nowMs) {
        age(nowMs);
        Map<String, Object> contents = new TreeMap<>();
        count.forEach((key, number) -> contents.put("count/" + key, number));
        value.forEach((key, list) -> contents.put("value/" + key, list));
        sum.forEach((key, number) -> contents.put("sum/" + key, number));
        joined.forEach((key, list) -> contents.put("joined/" + key, list.toString()));
        agingValue.forEach((key, value) -> contents.put("agingValue/" + key, value.value()));
        agingList.forEach((key, list) -> {
            if (!list.isEmpty()) {
                contents.put("agingList/" + key, list.stream().map(Aging::value).toList());
            }
        });
        agingMap.forEach((key, entries) -> {
            Map<Integer, Object> values = new TreeMap<>();
            entries.forEach((mapKey, value) -> values.put(mapKey, value.value()));
            if (!values.isEmpty()) {
                contents.put("agingMap/" + key, values);
            }
        });
        words.forEach((key, list) -> contents.put("words/" + key, list));
        lists.forEach((key, list) -> contents.put("lists/" + key, list));
        map.forEach((key, entries) -> {
            Map<Integer, Object> texts = new TreeMap<>();
            entries.forEach((mapKey, list) -> texts.put(mapKey, String.valueOf(list)));
            if (!texts.isEmpty()) {
                contents.put("map/" + key, texts);
            }
        });
        windows.forEach((namespace, entries) -> {
            if (!entries.isEmpty()) {
                contents.put("windows/" + namespace, entries);
            }
        });
        return contents;
    }

    List<String> timersInOrder() {
        List<String> texts = new ArrayList<>();
        for (TimerDomain domain : TimerDomain.values()) {
            timers.stream()
                    .filter(timer -> timer.domain() == domain)
                    // The sort is stable, so the order of registration stays.
                    .sorted((a, b) -> Long.compare(a.timestamp(), b.timestamp()))
                    .forEach(timer -> texts.add(
                            domain + "@" + timer.timestamp() + " of " + timer.key() + " in " + timer.namespace()));
        }
        return texts;
    }
}
