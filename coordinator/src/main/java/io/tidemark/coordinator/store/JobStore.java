package io.tidemark.coordinator.store;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.proto.StoredJob;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.coordinator.proto.StoredState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
 * A job's directory appears complete in one step, or not at all. Nothing is written any more once another coordinator has
 * raised the epoch.
 */
public final class JobStore implements AutoCloseable {
    private static final String UNFINISHED_PREFIX = ".new-";

    private final Disk disk;
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
        this.directory = directory;
        this.lock = lock;
        for (String name : List.of("jobs", "jars")) {
            disk.createDirectory(directory.resolve(name));
        }
        disk.delete(uploads());
        disk.createDirectory(uploads());
        disk.forceDirectory(directory);
        for (String name : disk.list(jobs())) {
            if (name.startsWith(UNFINISHED_PREFIX)) {
                disk.delete(jobs().resolve(name));
            }
        }
        this.epoch = storedEpoch() + 1;
        replace(directory.resolve("epoch"), Long.toString(epoch).getBytes(StandardCharsets.US_ASCII));
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
                return new JobStore(new SystemDisk(), absolute, lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw JobStoreException.unusable(absolute, e);
        }
    }

    /** As {@link #open}, on another disk and with nobody else to keep out. */
    static JobStore over(Disk disk, Path directory) throws IOException {
        return new JobStore(disk, directory, () -> {});
    }

    /** Of the coordinator that holds the store; durable. */
    public long epoch() {
        return epoch;
    }

    /** All jobs, ended ones too. */
    public List<Found> jobsFound() throws IOException {
        List<Found> found = new ArrayList<>();
        for (String jobId : disk.list(jobs())) {
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
        disk.delete(unfinished);
        disk.createDirectory(unfinished);
        writeForced(unfinished.resolve("job"), Envelope.seal(job.toByteArray()));
        writeForced(
                unfinished.resolve("state"),
                Envelope.seal(FactsFormat.toStored(facts, epoch).toByteArray()));
        disk.forceDirectory(unfinished);
        disk.move(unfinished, target);
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
        replace(
                fileOf(jobId, "state"),
                Envelope.seal(FactsFormat.toStored(facts, epoch).toByteArray()));
    }

    /** Keeps what is left to tell of an ended job. */
    public void writeReport(String jobId, StoredReport report) throws IOException {
        checkEpoch();
        replace(fileOf(jobId, "report"), Envelope.seal(report.toByteArray()));
    }

    /** What was kept of an ended job; nothing when the coordinator did not live to write it. */
    public Optional<StoredReport> report(String jobId) throws IOException {
        Path file = fileOf(jobId, "report");
        return disk.exists(file) ? Optional.of(read(file, StoredReport.parser())) : Optional.empty();
    }

    /** Remembers the names of the workers. */
    public void writeWorkers(List<String> workerIds) throws IOException {
        checkEpoch();
        replace(directory.resolve("workers"), String.join("\n", workerIds).getBytes(StandardCharsets.UTF_8));
    }

    /** Names of the workers of the coordinator before this one, as far as it wrote them down. */
    public List<String> formerWorkers() throws IOException {
        Path file = directory.resolve("workers");
        if (!disk.exists(file)) {
            return List.of();
        }
        return new String(disk.read(file), StandardCharsets.UTF_8).lines().toList();
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
        disk.move(upload, jar);
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
        String text = new String(disk.read(file), StandardCharsets.US_ASCII).strip();
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

    private <T extends Message> T read(Path file, Parser<T> parser) throws IOException {
        try {
            return parser.parseFrom(Envelope.open(disk.read(file)));
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private void replace(Path file, byte[] content) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        writeForced(next, content);
        disk.move(next, file);
        disk.forceDirectory(file.getParent());
    }

    private void writeForced(Path file, byte[] content) throws IOException {
        disk.write(file, content);
        disk.force(file);
    }
}
