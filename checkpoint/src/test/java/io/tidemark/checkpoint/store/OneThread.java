package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** There are none: the thread of the test does everything, flushes when it is told to. */
final class OneThread implements OtherThreads {
    private final List<Runnable> flushes = new ArrayList<>();

    @Override
    public void flush(Runnable flush) {
        flushes.add(flush);
    }

    @Override
    public void runFlushes() {
        flushes.forEach(Runnable::run);
        flushes.clear();
    }

    @Override
    public void forgetFlushes() {
        flushes.clear();
    }

    @Override
    public Future<KeyedStateHandle> write(Callable<KeyedStateHandle> writing) {
        try {
            return CompletableFuture.completedFuture(writing.call());
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void giveUp(Future<KeyedStateHandle> writing) {
        throw new AssertionError("it is written as soon as it is begun");
    }
}
