package io.tidemark.bench.state;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.api.plan.JobClient;
import io.tidemark.deploy.local.LocalCluster;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of the job: when how many events were counted, looked at every few milliseconds.
 *
 * @param events of the whole run
 * @param samples by time
 * @param threads by time, less often
 */
record CountRun(long events, List<Sample> samples, List<ThreadSample> threads) {
    private static final long SAMPLE_EVERY_MS = 20;
    /** Looking at the threads takes a millisecond. */
    private static final int THREADS_EVERY = 10;

    /** So many events had been counted at a time, and so much processor time had been used by the process. */
    record Sample(long atNs, long events, long cpuNs) {}

    /** So much processor time had been used by each kind of thread when so many events had been counted. */
    record ThreadSample(long events, ThreadTimes times) {}

    /** Runs the job to its end and checks what it emitted. */
    static CountRun of(KeyedCount job, int parallelism, LocalCluster cluster, long expectedSum) throws Exception {
        Progress.reset();
        JobClient client = cluster.submit(job.plan(parallelism));
        List<Sample> samples = new ArrayList<>();
        List<ThreadSample> threads = new ArrayList<>();
        Thread sampler = new Thread(() -> sample(samples, threads), "progress");
        sampler.start();
        try {
            client.await();
        } finally {
            sampler.interrupt();
            sampler.join();
        }
        if (Progress.sum() != expectedSum) {
            throw new IllegalStateException(
                    "the counts add up to " + Progress.sum() + " instead of " + expectedSum + ": the run is void");
        }
        return new CountRun(job.events(), samples, threads);
    }

    private static void sample(List<Sample> into, List<ThreadSample> threads) {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        try {
            while (true) {
                into.add(new Sample(System.nanoTime(), Progress.events(), system.getProcessCpuTime()));
                if (into.size() % THREADS_EVERY == 1) {
                    threads.add(new ThreadSample(Progress.events(), ThreadTimes.now()));
                }
                Thread.sleep(SAMPLE_EVERY_MS);
            }
        } catch (InterruptedException e) {
            // The run is over.
        }
    }

    /** Events a second from when so many events had been counted until nearly all had; the start and the end are left out. */
    double eventsPerSecondAfter(long firstEvents) {
        return eventsPerSecondBetween(firstEvents, firstEvents + (long) ((events - firstEvents) * 0.98));
    }

    /**
     * Processor time of the whole process for each event, after so many; what else the machine does changes it less than the
     * rate.
     */
    double cpuNsPerEventAfter(long firstEvents) {
        Sample first = sampleAt(firstEvents);
        Sample last = sampleAt(firstEvents + (long) ((events - firstEvents) * 0.98));
        return (last.cpuNs - first.cpuNs) / (double) (last.events - first.events);
    }

    /** Which threads used how much processor time, after so many events. */
    String threadTimesAfter(long firstEvents) {
        List<ThreadSample> counted = threads.stream()
                .filter(sample -> sample.events >= firstEvents && sample.events <= events * 0.98)
                .toList();
        return counted.isEmpty() ? "" : counted.get(counted.size() - 1).times.since(counted.get(0).times);
    }

    /** Events a second from when so many had been counted to when so many more had. */
    double eventsPerSecondBetween(long firstEvents, long lastEvents) {
        Sample first = sampleAt(firstEvents);
        Sample last = sampleAt(lastEvents);
        return (last.events - first.events) * 1e9 / (last.atNs - first.atNs);
    }

    /** For how long nothing at all was counted, once so many events had been; as exact as the samples. */
    long longestStandstillMs(long firstEvents) {
        long longestNs = 0;
        Sample moved = sampleAt(firstEvents);
        Sample end = sampleAt((long) (events * 0.98));
        for (Sample sample : samples) {
            if (sample.atNs > moved.atNs && sample.atNs <= end.atNs && sample.events > moved.events) {
                longestNs = Math.max(longestNs, sample.atNs - moved.atNs);
                moved = sample;
            }
        }
        return longestNs / 1_000_000;
    }

    private Sample sampleAt(long count) {
        return samples.stream()
                .filter(sample -> sample.events >= count)
                .findFirst()
                .orElse(samples.get(samples.size() - 1));
    }
}
