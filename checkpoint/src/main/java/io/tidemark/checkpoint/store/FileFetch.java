package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Fetches the files of a handle into a directory, several at a time: checking what they hold keeps a core busy, and an
 * object store is far away.
 */
final class FileFetch {
    private static final int MAX_THREADS = 4;

    private final CheckpointStorage storage;

    FileFetch(CheckpointStorage storage) {
        this.storage = storage;
    }

    /** Returns when all are there and good; otherwise fails with the first failure, once nothing is written any more. */
    void fetch(KeyedStateHandle handle, Path directory) throws IOException {
        Files.createDirectories(directory);
        List<StoreFile> files = new ArrayList<>(handle.getFilesList());
        for (StoreFile file : files) {
            if (file.getName().contains("/") || file.getName().startsWith(".")) {
                throw new IOException("a snapshot names a file \"" + file.getName() + "\", which no database has");
            }
        }
        // The longest first, so that none is left alone at the end.
        files.sort(Comparator.comparingLong((StoreFile file) -> file.getFile().getBytes())
                .reversed());
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.max(1, Math.min(MAX_THREADS, files.size())), FileFetch::daemon);
        try {
            List<Future<?>> fetches = new ArrayList<>();
            for (StoreFile file : files) {
                fetches.add(threads.submit(() -> {
                    storage.fetch(file.getFile(), directory.resolve(file.getName()));
                    return null;
                }));
            }
            await(fetches);
        } finally {
            threads.shutdownNow();
            end(threads);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "restore");
        thread.setDaemon(true);
        return thread;
    }

    private static void await(List<Future<?>> fetches) throws IOException {
        try {
            for (Future<?> fetch : fetches) {
                fetch.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while state was fetched");
        }
    }

    private static void end(ExecutorService threads) {
        boolean interrupted = false;
        while (!threads.isTerminated()) {
            try {
                threads.awaitTermination(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
