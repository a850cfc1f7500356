package io.tidemark.coordinator.cluster;

import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.proto.StateMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The workers that are there, as far as the coordinator has heard. */
public final class WorkerRegistry {
    /**
     * A worker process.
     *
     * @param registration grows with every registration of any worker, so that messages of an earlier one are known
     */
    public record Worker(
            String workerId, long registration, String grpcAddress, String dataAddress, int slots, long pid) {}

    private static final class Entry {
        private final Worker worker;
        private long heardAtMs;
        private StateMemory memory = StateMemory.getDefaultInstance();

        private Entry(Worker worker, long heardAtMs) {
            this.worker = worker;
            this.heardAtMs = heardAtMs;
        }
    }

    private final SortedMap<String, Entry> entries = new TreeMap<>();
    private final long timeoutMs;
    private long lastRegistration;

    WorkerRegistry(long timeoutMs) {
        this.timeoutMs = timeoutMs;
    }

    /** Takes a worker on; one of the same name is replaced. */
    Worker register(RegisterWorkerRequest request, long nowMs) {
        Worker worker = new Worker(
                request.getWorkerId(),
                ++lastRegistration,
                request.getGrpcAddress(),
                request.getDataAddress(),
                request.getSlots(),
                request.getPid());
        entries.put(worker.workerId(), new Entry(worker, nowMs));
        return worker;
    }

    /**
     * @param registration 0 when the worker does not say
     * @return whether that registration is the current one
     */
    boolean heard(String workerId, long registration, long nowMs) {
        Entry entry = entries.get(workerId);
        if (entry == null || (registration != 0 && registration != entry.worker.registration())) {
            return false;
        }
        entry.heardAtMs = nowMs;
        return true;
    }

    /** What the worker's state takes, as it says. */
    void noteMemory(String workerId, StateMemory memory) {
        entries.get(workerId).memory = memory;
    }

    StateMemory memory(String workerId) {
        return entries.get(workerId).memory;
    }

    Optional<Worker> remove(String workerId) {
        return Optional.ofNullable(entries.remove(workerId)).map(entry -> entry.worker);
    }

    /** Nobody could be heard for so long. */
    void excuse(long pausedMs) {
        entries.values().forEach(entry -> entry.heardAtMs += pausedMs);
    }

    /** Workers not heard of for too long. */
    List<Worker> silent(long nowMs) {
        List<Worker> silent = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (nowMs - entry.heardAtMs >= timeoutMs) {
                silent.add(entry.worker);
            }
        }
        return silent;
    }

    public Optional<Worker> find(String workerId) {
        return Optional.ofNullable(entries.get(workerId)).map(entry -> entry.worker);
    }

    /** Names, sorted. */
    List<String> ids() {
        return List.copyOf(entries.keySet());
    }

    /** By name. */
    public List<Worker> all() {
        return entries.values().stream().map(entry -> entry.worker).toList();
    }

    /** Milliseconds since the worker was last heard of. */
    public long silentForMs(String workerId, long nowMs) {
        return Math.max(0, nowMs - entries.get(workerId).heardAtMs);
    }
}
