package io.tidemark.checkpoint.schema;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Learns what state the operators of a job declare, by opening them. Found by {@code ServiceLoader}: the module that runs
 * operators brings it. User code runs, so it is for a process of its own.
 */
public interface StateDeclarations {
    /**
     * The states of all operators; of one that could not be opened, why.
     *
     * @param plan the job's plan in its serialised form
     * @param loader has the job's classes
     * @param directory for what operators write when they are opened
     * @param openLimit how long an operator may take to open
     */
    List<OperatorStates> of(byte[] plan, ClassLoader loader, Path directory, Duration openLimit)
            throws InterruptedException;
}
