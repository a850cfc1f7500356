package io.tidemark.worker.job;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.storage.LocalCopies;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.network.data.DataClient;
import io.tidemark.network.data.DataServer;
import io.tidemark.worker.chain.TaskClock;
import io.tidemark.worker.loop.TaskLoops;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What all executions of a worker share.
 *
 * @param directory of state; each attempt has a folder of its own in it
 * @param jars those fetched so far
 * @param classPath loader of the worker's own classes, parent of every job's
 * @param deployments builds tasks; may block, for as long as a storage does not answer
 * @param cleanUps takes away what tasks leave on this machine, so that their end waits for no deployment
 * @param snapshots writes snapshots; may block
 * @param stateFlusher writes state ahead of checkpoints, on one thread; may block
 * @param timer for the watchdog of cancellations
 * @param cancellationTimeout after which a task that does not end is fatal to the process
 * @param storageOptions how the checkpoint storage is reached
 * @param copies of files of checkpoints, on this machine
 */
public record WorkerParts(
        Path directory,
        JarStore jars,
        ClassLoader classPath,
        TaskLoops loops,
        DataServer dataServer,
        DataClient dataClient,
        CacheBudget cacheBudget,
        NativeMemory nativeMemory,
        TaskClock clock,
        Executor deployments,
        Executor cleanUps,
        Executor snapshots,
        Executor stateFlusher,
        ScheduledExecutorService timer,
        Duration cancellationTimeout,
        Configuration storageOptions,
        LocalCopies copies) {}
