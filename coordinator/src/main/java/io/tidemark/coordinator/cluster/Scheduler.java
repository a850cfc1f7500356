package io.tidemark.coordinator.cluster;

import io.tidemark.coordinator.graph.TaskSlot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who holds which slot. A job gets all the slots it asks for at once or none, evenly spread over the workers; jobs that
 * wait are served in the order they asked, and one that does not fit yet does not hold up a smaller one behind it.
 */
public final class Scheduler {
    private static final class Place {
        private final String workerId;
        private final String dataAddress;
        private final int slots;
        private int used;

        private Place(String workerId, String dataAddress, int slots) {
            this.workerId = workerId;
            this.dataAddress = dataAddress;
            this.slots = slots;
        }

        private int free() {
            return slots - used;
        }
    }

    /** The emptiest worker first; by name among equals, so that the choice is the same every time. */
    private static final Comparator<Place> EMPTIEST_FIRST =
            Comparator.comparingInt(Place::free).reversed().thenComparing(place -> place.workerId);

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
    /** Of all workers together. */
    private int free;

    /** A worker that is not there. */
    void addWorker(String workerId, String dataAddress, int slots) {
        places.put(workerId, new Place(workerId, dataAddress, slots));
        free += slots;
    }

    /** Its slots are gone, also those that jobs hold. */
    void removeWorker(String workerId) {
        Place place = places.remove(workerId);
        if (place == null) {
            return;
        }
        free -= place.free();
        if (place.used > 0) {
            held.replaceAll((jobId, slots) -> slots.stream()
                    .filter(slot -> !slot.workerId().equals(workerId))
                    .toList());
        }
    }

    /** The job gives back what it holds and waits for so many. */
    void request(String jobId, int count) {
        release(jobId);
        waiting.put(jobId, count);
    }

    /** The job gives back what it holds and waits for none. */
    void release(String jobId) {
        List<TaskSlot> given = held.remove(jobId);
        if (given != null) {
            given.forEach(slot -> places.get(slot.workerId()).used--);
            free += given.size();
        }
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
            } else if (!Integer.valueOf(free).equals(toldHave.put(jobId, free))) {
                answers.add(new Answer(jobId, List.of(), needed, free));
            }
        }
        return answers;
    }

    /** Takes them. */
    private Optional<List<TaskSlot>> choose(int count) {
        if (free < count) {
            return Optional.empty();
        }
        PriorityQueue<Place> emptiest = new PriorityQueue<>(EMPTIEST_FIRST);
        places.values().stream().filter(place -> place.free() > 0).forEach(emptiest::add);
        List<TaskSlot> chosen = new ArrayList<>();
        while (chosen.size() < count) {
            Place place = emptiest.remove();
            place.used++;
            chosen.add(new TaskSlot(place.workerId, place.dataAddress));
            if (place.free() > 0) {
                emptiest.add(place);
            }
        }
        free -= count;
        return Optional.of(chosen);
    }

    /** Slots of a worker that nobody holds. */
    public int freeSlots(String workerId) {
        Place place = places.get(workerId);
        return place == null ? 0 : place.free();
    }

    /** Slots that the job holds, and those that nobody does. */
    int slotsThere(String jobId) {
        return free + held.getOrDefault(jobId, List.of()).size();
    }
}
