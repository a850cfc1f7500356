package io.tidemark.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.ServiceLoader;

/**
 * Measures one run in a process of its own and prints it as one line, {@code outcome seconds=… results=… checksum=…
 * peakRssKiB=… latency=…}. Whether the results are right is for the caller to say.
 *
 * <p>Arguments: engine, workload, number of events, number of events of each run before it. Those are for the compiler: they
 * are repeated for the same time with each engine, so that a fast one has not had less of it than a slow one.
 */
public final class OneRun {
    private static final long WARM_UP_NS = 3_000_000_000L;

    private OneRun() {}

    public static void main(String[] args) throws Exception {
        Workload workload = Workload.of(args[1]);
        long events = Long.parseLong(args[2]);
        long warmUpEvents = Long.parseLong(args[3]);
        try (Engine engine = engine(args[0])) {
            engine.start(workload);
            warmUp(engine, workload, warmUpEvents);
            System.gc();
            long startNs = System.nanoTime();
            Tally tally = engine.run(workload, events);
            double seconds = (System.nanoTime() - startNs) / 1e9;
            Latency latency = LatencyBoard.take();
            System.out.printf(
                    Locale.ROOT,
                    "outcome seconds=%.6f results=%d checksum=%d peakRssKiB=%d latency=%s%n",
                    seconds,
                    tally.results(),
                    tally.checksum(),
                    peakRssKiB(),
                    latency == null ? "none" : text(latency));
        }
        // Threads that an engine leaves behind do not keep the process.
        System.exit(0);
    }

    private static void warmUp(Engine engine, Workload workload, long events) throws Exception {
        long startNs = System.nanoTime();
        do {
            engine.run(workload, events);
            LatencyBoard.take();
        } while (System.nanoTime() - startNs < WARM_UP_NS);
    }

    private static String text(Latency latency) {
        return String.format(
                Locale.ROOT,
                "%d,%.3f,%.3f,%.3f",
                latency.results(),
                latency.p50Ms(),
                latency.p99Ms(),
                latency.p9999Ms());
    }

    private static Engine engine(String name) {
        return ServiceLoader.load(Engine.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(engine -> engine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine " + name + " on the class path"));
    }

    /** The most that was resident of this process and those it has started, so far; 0 where the system does not tell. */
    private static long peakRssKiB() throws IOException {
        long sum = peakRssKiB(ProcessHandle.current());
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
            sum += peakRssKiB(child);
        }
        return sum;
    }

    private static long peakRssKiB(ProcessHandle process) throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }
}
