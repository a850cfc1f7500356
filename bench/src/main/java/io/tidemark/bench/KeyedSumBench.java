package io.tidemark.bench;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.deploy.local.LocalCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Runs the keyed window sum as a plain loop, in one process, and in two worker processes of the
 * distribution, in turn, and prints a line a run and the medians with their ratio.
 *
 * <p>Arguments: number of events (20000000), rounds (5), and the distribution's directory and the job
 * jar for the two-process runs, which are left out without them.
 */
public final class KeyedSumBench {

    private record Run(String engine, double seconds, PlainLoop.Result result) {}

    private final long events;
    private final PlainLoop.Result expected;
    private final List<Run> runs = new ArrayList<>();

    private KeyedSumBench(long events) {
        this.events = events;
        this.expected = PlainLoop.run(events);
    }

    public static void main(String[] args) throws Exception {
        long events = args.length > 0 ? Long.parseLong(args[0]) : 20_000_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        KeyedSumBench bench = new KeyedSumBench(events);
        try (LocalCluster cluster = LocalCluster.start(1, 2)) {
            bench.inProcess(cluster);
            bench.runs.clear();
            for (int round = 0; round < rounds; round++) {
                bench.plain();
                bench.inProcess(cluster);
            }
        }
        if (args.length > 3) {
            TwoWorkerProcesses processes = new TwoWorkerProcesses(Path.of(args[2]), Path.of(args[3]));
            try (processes) {
                processes.start();
                for (int round = 0; round < rounds; round++) {
                    bench.plain();
                    bench.twoProcesses(processes);
                }
            }
        }
        bench.summary();
    }

    private void plain() {
        long startNs = System.nanoTime();
        PlainLoop.Result result = PlainLoop.run(events);
        add(new Run("plain loop, 1 thread", (System.nanoTime() - startNs) / 1e9, result));
    }

    private void inProcess(LocalCluster cluster) throws Exception {
        Path output = Files.createTempDirectory("tidemark-bench-");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(Configuration.empty());
        env.setParallelism(2);
        KeyedSumJob.define(env, events, output.toString());
        JobPlan plan = env.buildPlan("keyed sums");
        long startNs = System.nanoTime();
        cluster.submit(plan).await();
        double seconds = (System.nanoTime() - startNs) / 1e9;
        add(new Run("one process, parallelism 2", seconds, ChecksumSink.read(output)));
        FileTree.delete(output);
    }

    private void twoProcesses(TwoWorkerProcesses processes) throws Exception {
        Path output = Files.createTempDirectory("tidemark-bench-");
        double seconds = processes.run(events, output);
        add(new Run("two worker processes, parallelism 2", seconds, ChecksumSink.read(output)));
        FileTree.delete(output);
    }

    private void add(Run run) {
        if (!run.result().equals(expected)) {
            throw new IllegalStateException(
                    run.engine() + " gave " + run.result() + " instead of " + expected + ": the run is void");
        }
        runs.add(run);
        System.out.printf(
                Locale.ROOT,
                "{\"engine\":\"%s\",\"events\":%d,\"seconds\":%.3f,\"eventsPerSecond\":%.0f,\"checksum\":%d}%n",
                run.engine(),
                events,
                run.seconds(),
                events / run.seconds(),
                run.result().checksum());
    }

    private void summary() {
        double plain = medianRate("plain loop, 1 thread");
        System.out.println();
        System.out.println("| engine | runs | events/s, median | min | max | of the plain loop |");
        System.out.println("|---|---|---|---|---|---|");
        runs.stream().map(Run::engine).distinct().forEach(engine -> {
            double[] rates = rates(engine);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %.2f M | %.2f M | %.2f M | %.2f |%n",
                    engine,
                    rates.length,
                    medianRate(engine) / 1e6,
                    rates[0] / 1e6,
                    rates[rates.length - 1] / 1e6,
                    medianRate(engine) / plain);
        });
    }

    private double medianRate(String engine) {
        double[] rates = rates(engine);
        return rates[rates.length / 2];
    }

    private double[] rates(String engine) {
        double[] rates = runs.stream()
                .filter(run -> run.engine().equals(engine))
                .mapToDouble(run -> events / run.seconds())
                .toArray();
        Arrays.sort(rates);
        return rates;
    }
}
