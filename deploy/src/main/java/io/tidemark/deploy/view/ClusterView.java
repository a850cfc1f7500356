package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.ClusterStatusReply;
import io.tidemark.network.proto.WorkerInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A local cluster: its processes, and what the coordinator says of its workers. */
public record ClusterView(
        String coordinator, long epoch, String version, int jobsRunning, List<Process> processes, List<Worker> workers)
        implements View {
    /** A process that was started here. */
    public record Process(String name, long pid, boolean alive, String log) {}

    /** A worker that has registered. */
    record Worker(
            String id,
            String address,
            long pid,
            int slots,
            int freeSlots,
            long heartbeatAgeMs,
            long cacheUsedBytes,
            long cacheLimitBytes,
            long nativeUsedBytes,
            long nativeLimitBytes) {
        static Worker of(WorkerInfo worker) {
            return new Worker(
                    worker.getWorkerId(),
                    worker.getAddress(),
                    worker.getPid(),
                    worker.getSlots(),
                    worker.getFreeSlots(),
                    worker.getHeartbeatAgeMs(),
                    worker.getStateMemory().getCacheUsedBytes(),
                    worker.getStateMemory().getCacheLimitBytes(),
                    worker.getStateMemory().getNativeUsedBytes(),
                    worker.getStateMemory().getNativeLimitBytes());
        }
    }

    public static ClusterView of(String coordinator, List<Process> processes, ClusterStatusReply status) {
        return new ClusterView(
                coordinator,
                status.getEpoch(),
                status.getVersion(),
                status.getJobsRunning(),
                List.copyOf(processes),
                status.getWorkersList().stream().map(Worker::of).toList());
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        List<String> lines = new ArrayList<>();
        lines.add("coordinator  " + coordinator);
        lines.add("jobs         " + jobsRunning + " running");
        lines.add("slots        " + workers.stream().mapToInt(Worker::freeSlots).sum() + " free of "
                + workers.stream().mapToInt(Worker::slots).sum());
        lines.add("");
        Table table = new Table()
                .left("process")
                .right("pid")
                .left("state")
                .left("address")
                .right("free slots")
                .right("state on heap")
                .right("outside of it")
                .right("last heard of")
                .left("log");
        for (Process process : processes) {
            Optional<Worker> worker =
                    workers.stream().filter(w -> w.pid() == process.pid()).findFirst();
            table.row(
                    process.name(),
                    process.pid(),
                    process.alive() ? "running" : "dead",
                    worker.map(Worker::address).orElse(""),
                    worker.map(w -> w.freeSlots() + "/" + w.slots()).orElse(""),
                    worker.map(w -> ofLimit(w.cacheUsedBytes(), w.cacheLimitBytes()))
                            .orElse(""),
                    worker.map(w -> ofLimit(w.nativeUsedBytes(), w.nativeLimitBytes()))
                            .orElse(""),
                    worker.map(w -> Words.duration(w.heartbeatAgeMs()) + " ago").orElse(""),
                    process.log());
        }
        lines.addAll(table.lines());
        return lines;
    }

    private static String ofLimit(long usedBytes, long limitBytes) {
        return limitBytes == 0 ? "" : Words.bytes(usedBytes) + " of " + Words.bytes(limitBytes);
    }
}
