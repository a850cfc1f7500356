package io.tidemark.deploy.process;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Metrics;
import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.config.ProcessOptions;
import io.tidemark.worker.Worker;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code tidemark worker}. */
public final class WorkerProcess {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

    private WorkerProcess() {}

    /**
     * Starts a worker and waits for its end.
     *
     * @param untilInputEnds whether to end with the standard input
     */
    public static void run(Configuration configuration, boolean untilInputEnds) throws InterruptedException {
        Observation.unifyLogs();
        ProcessMemory memory = ProcessMemory.ofThisProcess(configuration.get(ProcessOptions.WORKER_NATIVE_MEMORY));
        memory.checkWithin(configuration.get(ProcessOptions.WORKER_PROCESS_MEMORY));
        LOG.info("This process takes at most {}", memory);
        Lifetime lifetime = Lifetime.begin();
        if (untilInputEnds) {
            lifetime.endWithInput(System.in);
        }
        WorkerDirectory directory = lifetime.add(WorkerDirectory.create(Path.of(System.getProperty("java.io.tmpdir"))));
        Worker worker = lifetime.add(Worker.start(ProcessSettings.worker(configuration, directory.path())));
        Observation.start(configuration, lifetime, Optional::empty);
        Gauge.builder("tidemark.process.memory.resident", ProcessMemory::residentBytes)
                .description("Physical memory that the process has.")
                .baseUnit("bytes")
                .register(Metrics.globalRegistry);
        Gauge.builder("tidemark.process.memory.limit", memory, ProcessMemory::totalBytes)
                .description("Physical memory that its parts may take together.")
                .baseUnit("bytes")
                .register(Metrics.globalRegistry);
        worker.tryState();
        // There may be gigabytes of it: that must not keep the worker from its first task.
        Thread sweep = new Thread(directory::sweepAbandoned, "sweep");
        sweep.setDaemon(true);
        sweep.start();
        LOG.info("Worker {} is up", worker.workerId());
        worker.awaitTermination();
    }
}
