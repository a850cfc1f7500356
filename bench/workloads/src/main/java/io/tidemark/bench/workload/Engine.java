package io.tidemark.bench.workload;

/**
 * Something that runs workloads. An engine names itself in {@code META-INF/services}; there is one instance in a process,
 * used by one thread.
 */
public interface Engine extends AutoCloseable {
    /** As it is written on the command line and in tables. */
    String name();

    /** Whether it takes part in a workload. */
    boolean runs(Workload workload);

    /** Starts what all runs of a workload in this process share; not measured. */
    void start(Workload workload) throws Exception;

    /**
     * Runs a workload from its definition to its last result; this is what is measured.
     *
     * @param events how many, counted from event 0
     */
    Tally run(Workload workload, long events) throws Exception;

    @Override
    void close();
}
