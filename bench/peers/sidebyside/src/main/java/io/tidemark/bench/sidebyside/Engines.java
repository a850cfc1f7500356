package io.tidemark.bench.sidebyside;

import io.tidemark.bench.workload.SlidingSums;
import io.tidemark.bench.workload.Workload;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The engines by name, in the order in which they take turns, and where in a checkout their builds are. */
final class Engines {
    /** Whose results the others' must equal, and so the first to run. */
    static final String PLAIN = "plain";

    static final String TIDEMARK = "tidemark";

    static final List<String> ALL = List.of(PLAIN, "limit", TIDEMARK, "flink", "flink-copying", "flink-tuned", "jet");

    private final Path checkout;

    Engines(Path checkout) {
        this.checkout = checkout;
    }

    static boolean runs(String engine, Workload workload) {
        boolean isPaced = workload.kind() == Workload.Kind.PACED_WINDOW_SUMS;
        return switch (engine) {
            case "limit" ->
                workload.kind() == Workload.Kind.WINDOW_SUMS || workload.kind() == Workload.Kind.RUNNING_COUNT;
            case PLAIN -> !isPaced;
            case "flink-tuned" -> isPaced;
            case "flink-copying" -> workload.kind() == Workload.Kind.STATELESS;
            case "jet" ->
                !workload.isDurable()
                        && workload.kind() != Workload.Kind.COUNT_WITH_TIMEOUT
                        && workload.kind() != Workload.Kind.INTERVAL_JOIN
                        && workload.kind() != Workload.Kind.SLIDING_SUMS;
            default -> true;
        };
    }

    /**
     * The part of a workload's events that an engine is given, since rates are compared and one that adds a record to each of
     * 3600 windows would take an hour for all of them.
     */
    static double share(String engine, Workload workload) {
        boolean isSliding = workload.kind() == Workload.Kind.SLIDING_SUMS && workload.windowMs() > SlidingSums.SLIDE_MS;
        return isSliding && engine.startsWith("flink") ? 0.005 : 1;
    }

    /** Whether it uses one core where the others use {@link Workload#PARALLELISM}. */
    static boolean isOneThread(String engine) {
        return engine.equals(PLAIN) || engine.equals("limit");
    }

    String classPath(String engine) {
        Path build = checkout.resolve(
                switch (engine) {
                    case PLAIN, "limit" -> "bench/workloads/target";
                    case TIDEMARK -> "bench/target";
                    case "flink", "flink-copying", "flink-tuned" -> "bench/peers/flink/target";
                    case "jet" -> "bench/peers/jet/target";
                    default ->
                        throw new IllegalArgumentException(
                                "there is no engine " + engine + "; there are " + String.join(", ", ALL));
                });
        String own = build.resolve("classes").toString();
        Path libraries = build.resolve("classpath");
        try {
            return Files.exists(libraries) ? own + File.pathSeparator + Files.readString(libraries) : own;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the class path of " + engine, e);
        }
    }
}
