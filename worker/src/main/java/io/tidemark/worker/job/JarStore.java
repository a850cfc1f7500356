package io.tidemark.worker.job;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The jars that this worker has fetched, by the hash of their content. The least recently used go when there are more than
 * a few. Thread-safe; one fetch at a time.
 */
public final class JarStore {
    private static final int KEPT = 16;

    /** Writes a job's jar to a stream. */
    public interface Fetcher {
        void fetch(String jobId, OutputStream target) throws IOException;
    }

    private final Path directory;
    private final Fetcher fetcher;
    private final ReentrantLock fetching = new ReentrantLock();

    // Under that lock.
    private final Map<String, Path> jars = new LinkedHashMap<>(16, 0.75f, true);

    public JarStore(Path directory, Fetcher fetcher) {
        this.directory = directory;
        this.fetcher = fetcher;
    }

    /**
     * The jar with this content, fetched if it is not here yet. An interrupt ends the waiting for it.
     *
     * @throws IOException when it cannot be fetched, or what came is something else
     */
    public Path get(String jobId, String sha256) throws IOException {
        try {
            fetching.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the jar of another job was fetched");
        }
        try {
            return find(jobId, sha256);
        } finally {
            fetching.unlock();
        }
    }

    private Path find(String jobId, String sha256) throws IOException {
        Path known = jars.get(sha256);
        if (known != null && Files.exists(known)) {
            return known;
        }
        Files.createDirectories(directory);
        Path target = directory.resolve(sha256 + ".jar");
        Path partial = directory.resolve(".tmp-" + sha256);
        String found = download(jobId, partial);
        if (!found.equals(sha256)) {
            Files.deleteIfExists(partial);
            throw new IOException("the jar of job " + jobId + " came with the hash " + found + " instead of " + sha256);
        }
        Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
        jars.put(sha256, target);
        dropOldest();
        return target;
    }

    private String download(String jobId, Path target) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (OutputStream out = new DigestOutputStream(Files.newOutputStream(target), digest)) {
                fetcher.fetch(jobId, out);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Class loaders that still use a jar keep it open, so that its name may go. */
    private void dropOldest() throws IOException {
        List<String> oldest = new ArrayList<>(jars.keySet()).subList(0, Math.max(0, jars.size() - KEPT));
        for (String sha256 : List.copyOf(oldest)) {
            Files.deleteIfExists(jars.remove(sha256));
        }
    }
}
