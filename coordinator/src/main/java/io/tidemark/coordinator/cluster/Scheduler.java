package io.tidemark.coordinator.cluster;

import io.tidemark.coordinator.graph.TaskSlot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who holds which slot. A job gets all the slots it asks for at once or none, evenly spread over the workers; jobs that
 * wait are served in the order they asked, and one that does not fit yet does not hold up a smaller one behind it.
 */
public final class Scheduler {
    private record Place(String dataAddress, int slots) {}

    /** What a job that waits is told. */
    record Answer(String jobId, List<TaskSlot> granted, int needed, int have) {
        boolean isGrant() {
            return !granted.isEmpty();
        }
    }

    private final SortedMap<String, Place> places = new TreeMap<>();
    private final Map<String, List<TaskSlot>> held = new HashMap<>();
    private final Map<String, Integer> waiting = new LinkedHashMap<>();
    private final Map<String, Integer> toldHave = new HashMap<>();

    void addWorker(String workerId, String dataAddress, int slots) {
        places.put(workerId, new Place(dataAddress, slots));
    }

    /** Its slots are gone, also those that jobs hold. */
    void removeWorker(String workerId) {
        places.remove(workerId);
        held.replaceAll((jobId, slots) ->
                slots.stream().filter(slot -> !slot.workerId().equals(workerId)).toList());
    }

    /** The job gives back what it holds and waits for so many. */
    void request(String jobId, int count) {
        release(jobId);
        waiting.put(jobId, count);
    }

    /** The job gives back what it holds and waits for none. */
    void release(String jobId) {
        held.remove(jobId);
        waiting.remove(jobId);
        toldHave.remove(jobId);
    }

    /** Serves whom it can; the others are told how many slots there are, when that has changed. */
    List<Answer> serve() {
        List<Answer> answers = new ArrayList<>();
        for (Map.Entry<String, Integer> entry : List.copyOf(waiting.entrySet())) {
            String jobId = entry.getKey();
            int needed = entry.getValue();
            Optional<List<TaskSlot>> slots = choose(needed);
            if (slots.isPresent()) {
                release(jobId);
                held.put(jobId, slots.get());
                answers.add(new Answer(jobId, slots.get(), needed, needed));
            } else {
                int have = freeSlots();
                if (!Integer.valueOf(have).equals(toldHave.put(jobId, have))) {
                    answers.add(new Answer(jobId, List.of(), needed, have));
                }
            }
        }
        return answers;
    }

    private Optional<List<TaskSlot>> choose(int count) {
        SortedMap<String, Integer> free = new TreeMap<>();
        places.keySet().forEach(workerId -> free.put(workerId, freeSlots(workerId)));
        List<TaskSlot> chosen = new ArrayList<>();
        while (chosen.size() < count) {
            // The emptiest worker; by name among equals, so that the choice is the same every time.
            Optional<Map.Entry<String, Integer>> best = free.entrySet().stream()
                    .filter(entry -> entry.getValue() > 0)
                    .max(Comparator.<Map.Entry<String, Integer>>comparingInt(Map.Entry::getValue)
                            .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()));
            if (best.isEmpty()) {
                return Optional.empty();
            }
            String workerId = best.get().getKey();
            free.merge(workerId, -1, Integer::sum);
            chosen.add(new TaskSlot(workerId, places.get(workerId).dataAddress()));
        }
        return Optional.of(chosen);
    }

    /** Slots of a worker that nobody holds. */
    public int freeSlots(String workerId) {
        Place place = places.get(workerId);
        if (place == null) {
            return 0;
        }
        long used = held.values().stream()
                .flatMap(List::stream)
                .filter(slot -> slot.workerId().equals(workerId))
                .count();
        return (int) Math.max(0, place.slots() - used);
    }

    /** Slots that the job holds, and those that nobody does. */
    int slotsThere(String jobId) {
        return freeSlots() + held.getOrDefault(jobId, List.of()).size();
    }

    private int freeSlots() {
        return places.keySet().stream().mapToInt(this::freeSlots).sum();
    }
}
