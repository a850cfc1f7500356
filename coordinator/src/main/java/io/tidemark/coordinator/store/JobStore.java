package io.tidemark.coordinator.store;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.disk.DurableFiles;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.proto.StoredJob;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.coordinator.proto.StoredState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The jobs of a cluster in a directory:
 *
 * <pre>
 * lock                   held while a coordinator lives
 * epoch                  a number, raised by every coordinator that opens the store
 * workers                names of the workers, for whoever comes next
 * jars/SHA256.jar        job jars by content
 * jobs/ID/job            plan and header, written once
 * jobs/ID/state          facts, replaced as a whole
 * jobs/ID/report         what is left to tell after the end
 * uploads/               jars that are coming in; emptied at the start
 * </pre>
 *
 * A job's directory appears complete in one step, or not at all, and goes so. Nothing is written any more once another coordinator has
 * raised the epoch.
 */
public final class JobStore implements AutoCloseable {
    private static final String UNFINISHED_PREFIX = ".new-";
    private static final String GONE_PREFIX = ".gone-";

    private final Disk disk;
    private final DurableFiles durable;
    private final Path directory;
    private final AutoCloseable lock;
    private final long epoch;

    /** A job as it was found, or why it cannot be read. */
    public record Found(String jobId, Optional<StoredJob> job, Optional<JobFacts> facts, String problem) {
        /** Whether job and facts could be read. */
        public boolean isReadable() {
            return problem.isEmpty();
        }
    }

    private JobStore(Disk disk, Path directory, AutoCloseable lock) throws IOException {
        this.disk = disk;
        this.durable = new DurableFiles(disk);
        this.directory = directory;
        this.lock = lock;
        for (Path kept : List.of(jobs(), directory.resolve("jars"))) {
            durable.createDirectories(kept);
        }
        disk.deleteTree(uploads());
        durable.createDirectories(uploads());
        forgetUnfinished(directory);
        forgetUnfinished(jobs());
        for (String jobId : names(jobs())) {
            forgetUnfinished(jobs().resolve(jobId));
        }
        this.epoch = storedEpoch() + 1;
        durable.write(Long.toString(epoch).getBytes(StandardCharsets.US_ASCII), directory.resolve("epoch"));
    }

    /** Deletes what a crash has left of something that was being written. */
    private void forgetUnfinished(Path in) throws IOException {
        for (String name : names(in)) {
            if (Stream.of(UNFINISHED_PREFIX, GONE_PREFIX, DurableFiles.TEMPORARY_PREFIX)
                    .anyMatch(name::startsWith)) {
                disk.deleteTree(in.resolve(name));
            }
        }
    }

    /** What is in a directory, sorted. */
    private List<String> names(Path in) throws IOException {
        return disk.list(in).stream()
                .map(path -> path.getFileName().toString())
                .sorted()
                .toList();
    }

    /**
     * Opens a store, makes it if there is none, and raises its epoch.
     *
     * @throws JobStoreException when another coordinator uses it or it cannot be read or written
     */
    public static JobStore open(Path directory) {
        Path absolute = directory.toAbsolutePath();
        try {
            DirectoryLock lock = DirectoryLock.take(absolute);
            try {
                return new JobStore(Disk.SYSTEM, absolute, lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw JobStoreException.unusable(absolute, e);
        }
    }

    /** As {@link #open}, on another disk and with nobody else to keep out. */
    public static JobStore over(Disk disk, Path directory) throws IOException {
        return new JobStore(disk, directory, () -> {});
    }

    /** Of the coordinator that holds the store; durable. */
    public long epoch() {
        return epoch;
    }

    /** All jobs, ended ones too. */
    public List<Found> jobsFound() throws IOException {
        List<Found> found = new ArrayList<>();
        for (String jobId : names(jobs())) {
            if (!jobId.startsWith(".")) {
                found.add(find(jobId));
            }
        }
        return found;
    }

    private Found find(String jobId) {
        Optional<StoredJob> job = Optional.empty();
        try {
            job = Optional.of(read(fileOf(jobId, "job"), StoredJob.parser()));
            JobFacts facts = FactsFormat.fromStored(read(fileOf(jobId, "state"), StoredState.parser()));
            return new Found(jobId, job, Optional.of(facts), "");
        } catch (IOException | RuntimeException e) {
            return new Found(jobId, job, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    /**
     * Takes a job on.
     *
     * @return false when a job of this id is there already; nothing is changed then
     */
    public boolean create(StoredJob job, JobFacts facts) throws IOException {
        checkEpoch();
        Path target = jobs().resolve(job.getJobId());
        if (disk.exists(target)) {
            return false;
        }
        Path unfinished = jobs().resolve(UNFINISHED_PREFIX + job.getJobId());
        disk.deleteTree(unfinished);
        disk.createDirectory(unfinished);
        durable.write(Envelope.seal(job.toByteArray()), unfinished.resolve("job"));
        durable.write(Envelope.seal(FactsFormat.toStored(facts, epoch).toByteArray()), unfinished.resolve("state"));
        disk.rename(unfinished, target);
        disk.forceDirectory(jobs());
        return true;
    }

    /**
     * Replaces the facts of a job.
     *
     * @throws FencedException when another coordinator has taken over
     */
    public void write(String jobId, JobFacts facts) throws IOException {
        checkEpoch();
        checkThere(jobId);
        durable.write(Envelope.seal(FactsFormat.toStored(facts, epoch).toByteArray()), fileOf(jobId, "state"));
    }

    /** Keeps what is left to tell of an ended job. */
    public void writeReport(String jobId, StoredReport report) throws IOException {
        checkEpoch();
        checkThere(jobId);
        durable.write(Envelope.seal(report.toByteArray()), fileOf(jobId, "report"));
    }

    /** What was kept of an ended job; nothing when the coordinator did not live to write it. */
    public Optional<StoredReport> report(String jobId) throws IOException {
        Path file = fileOf(jobId, "report");
        return disk.exists(file) ? Optional.of(read(file, StoredReport.parser())) : Optional.empty();
    }

    /** Forgets a job and what was kept of it, but for its jar, which others may have. No such job is no error. */
    public void remove(String jobId) throws IOException {
        checkEpoch();
        if (!disk.exists(jobs().resolve(jobId))) {
            return;
        }
        Path gone = jobs().resolve(GONE_PREFIX + jobId);
        disk.deleteTree(gone);
        disk.rename(jobs().resolve(jobId), gone);
        disk.forceDirectory(jobs());
        disk.deleteTree(gone);
    }

    /** Deletes the jars that no job here has; none, when a job cannot be read. No job may be about to be created meanwhile. */
    public void removeUnusedJars() throws IOException {
        checkEpoch();
        Set<String> used = new HashSet<>();
        for (Found found : jobsFound()) {
            if (found.job().isEmpty()) {
                return;
            }
            used.add(jar(found.job().get().getJarSha256()).getFileName().toString());
        }
        for (String name : names(directory.resolve("jars"))) {
            if (!used.contains(name)) {
                disk.delete(directory.resolve("jars").resolve(name));
            }
        }
    }

    /** Remembers the names of the workers. */
    public void writeWorkers(List<String> workerIds) throws IOException {
        checkEpoch();
        durable.write(String.join("\n", workerIds).getBytes(StandardCharsets.UTF_8), directory.resolve("workers"));
    }

    /** Names of the workers of the coordinator before this one, as far as it wrote them down. */
    public List<String> formerWorkers() throws IOException {
        Path file = directory.resolve("workers");
        if (!disk.exists(file)) {
            return List.of();
        }
        return new String(bytes(file), StandardCharsets.UTF_8).lines().toList();
    }

    /** The directory for a jar that comes in. */
    public Path uploads() {
        return directory.resolve("uploads");
    }

    /** Keeps an uploaded jar under its content's name. */
    public Path keepJar(Path upload, String sha256) throws IOException {
        checkEpoch();
        Path jar = jar(sha256);
        disk.force(upload);
        disk.rename(upload, jar);
        disk.forceDirectory(jar.getParent());
        return jar;
    }

    /** Where a kept jar is. */
    public Path jar(String sha256) {
        return directory.resolve("jars").resolve(sha256 + ".jar");
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (Exception e) {
            throw new JobStoreException("the lock of the job store " + directory + " was not given back", "", e);
        }
    }

    private Path jobs() {
        return directory.resolve("jobs");
    }

    private Path fileOf(String jobId, String name) {
        return jobs().resolve(jobId).resolve(name);
    }

    private long storedEpoch() throws IOException {
        Path file = directory.resolve("epoch");
        if (!disk.exists(file)) {
            return 0;
        }
        String text = new String(bytes(file), StandardCharsets.US_ASCII).strip();
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException(file + " holds \"" + text + "\" instead of a number", e);
        }
    }

    private void checkEpoch() throws IOException {
        long found = storedEpoch();
        if (found != epoch) {
            throw new FencedException(epoch, found);
        }
    }

    /** What comes late for a job that is forgotten must not bring a part of it back. */
    private void checkThere(String jobId) throws IOException {
        if (!disk.exists(fileOf(jobId, "job"))) {
            throw new IOException("there is no job " + jobId + " in the job store");
        }
    }

    private <T extends Message> T read(Path file, Parser<T> parser) throws IOException {
        try {
            return parser.parseFrom(Envelope.open(bytes(file)));
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private byte[] bytes(Path file) throws IOException {
        try (InputStream in = disk.read(file)) {
            return in.readAllBytes();
        }
    }
}
