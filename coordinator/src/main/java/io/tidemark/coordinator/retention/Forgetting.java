package io.tidemark.coordinator.retention;

import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.Origin;
import io.tidemark.coordinator.store.FencedException;
import io.tidemark.coordinator.store.JobStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets jobs that have ended, when there are more of them than are to be remembered. A job whose checkpoint another one
 * was started from, and still needs since it has none of its own, is remembered until then. Of a job everything goes: its
 * checkpoints first, then its record, then its jar if no other job has the same one; so what is interrupted is done again.
 */
public final class Forgetting implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Forgetting.class);
    private static final long AGAIN_S = 60;

    private final JobStore store;
    private final Function<String, CheckpointStorage> storages;
    private final JobRetention retention;
    private final Beginnings beginnings;
    private final LongSupplier nowMs;
    private final Consumer<String> onForgotten;
    private final Consumer<Throwable> fatal;
    private final Map<String, EndedJob> ended = new ConcurrentHashMap<>();
    private ScheduledExecutorService thread;

    /**
     * @param storages opens the checkpoint storage of a job by its id
     * @param nowMs the wall clock
     * @param onForgotten told the id of each job that is gone
     * @param fatal told when another coordinator has taken over
     */
    public Forgetting(
            JobStore store,
            Function<String, CheckpointStorage> storages,
            JobRetention retention,
            Beginnings beginnings,
            LongSupplier nowMs,
            Consumer<String> onForgotten,
            Consumer<Throwable> fatal) {
        this.store = store;
        this.storages = storages;
        this.retention = retention;
        this.beginnings = beginnings;
        this.nowMs = nowMs;
        this.onForgotten = onForgotten;
        this.fatal = fatal;
    }

    /** Begins to look, now and again, on a thread of its own. */
    public synchronized void start() {
        thread = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread made = new Thread(work, "coordinator-retention");
            made.setDaemon(true);
            return made;
        });
        thread.scheduleWithFixedDelay(this::run, 0, AGAIN_S, TimeUnit.SECONDS);
    }

    /** The job has ended, and nothing of it is written any more: from now on it may be forgotten. */
    public void mayForget(EndedJob job) {
        ended.put(job.jobId(), job);
        synchronized (this) {
            if (thread != null && !thread.isShutdown()) {
                thread.execute(this::run);
            }
        }
    }

    /** Looks once. What cannot be removed just now is tried again the next time. */
    void run() {
        try {
            List<String> forgettable = retention.forgettable(ended.values(), nowMs.getAsLong());
            if (forgettable.isEmpty()) {
                return;
            }
            List<String> forgotten = new ArrayList<>();
            for (String jobId : withoutCheckpoints(forgettable)) {
                if (forget(jobId)) {
                    forgotten.add(jobId);
                }
            }
            if (!forgotten.isEmpty()) {
                beginnings.betweenBeginnings(() -> {
                    store.removeUnusedJars();
                    return true;
                });
                LOG.info("jobs that ended are forgotten: {}", String.join(", ", forgotten));
            }
        } catch (FencedException e) {
            fatal.accept(e);
        } catch (Exception e) {
            LOG.warn("jobs that ended were not forgotten, to be tried again: {}", e.toString());
        }
    }

    /** Of these jobs the ones whose checkpoints nobody can start from any more now. */
    private List<String> withoutCheckpoints(List<String> jobIds) throws Exception {
        return beginnings.betweenBeginnings(() -> {
            List<String> without = new ArrayList<>();
            List<Origin> origins = originsNeeded();
            for (String jobId : jobIds) {
                if (origins.stream().noneMatch(origin -> isOf(jobId, origin)) && removeManifests(jobId)) {
                    without.add(jobId);
                }
            }
            return without;
        });
    }

    /** Where unfinished jobs start from that have no checkpoint of their own yet. */
    private List<Origin> originsNeeded() throws IOException {
        return store.jobsFound().stream()
                .map(JobStore.Found::facts)
                .flatMap(Optional::stream)
                .filter(facts ->
                        !facts.status().isTerminal() && facts.completed().isEmpty())
                .map((JobFacts facts) -> facts.orders().origin())
                .toList();
    }

    /** Of what an earlier release has stored only the location is known, of which the name of the job is a step. */
    private static boolean isOf(String jobId, Origin origin) {
        return origin.isOf(jobId)
                || List.of(origin.location().split("[/\\\\]+")).contains(jobId);
    }

    private boolean removeManifests(String jobId) {
        CheckpointStorage storage = storages.apply(jobId);
        try {
            for (long id : storage.manifestIds()) {
                storage.deleteManifest(id);
            }
            return true;
        } catch (IOException e) {
            LOG.warn("the checkpoints of job {} were not removed, to be tried again: {}", jobId, e.getMessage());
            return false;
        }
    }

    private boolean forget(String jobId) throws IOException {
        try {
            storages.apply(jobId).deleteAll();
        } catch (IOException e) {
            LOG.warn("the files of job {} were not removed, to be tried again: {}", jobId, e.getMessage());
            return false;
        }
        store.remove(jobId);
        ended.remove(jobId);
        onForgotten.accept(jobId);
        return true;
    }

    @Override
    public synchronized void close() {
        if (thread != null) {
            thread.shutdownNow();
        }
    }
}
