package io.tidemark.worker.async;

import io.tidemark.api.function.async.CollectionSupplier;
import io.tidemark.api.function.async.ResultFuture;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Where answers come in, from any thread, and wait for the task to take them in the order in which they came. */
final class Answers {
    /**
     * An answer.
     *
     * @param attempt to which of the record's requests
     * @param results null when it is an error
     */
    record Answer(Pending pending, int attempt, CollectionSupplier<?> results, Throwable error) {}

    private final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();

    /** Takes the next one; null when there is none. */
    Answer poll() {
        return answers.poll();
    }

    boolean isEmpty() {
        return answers.isEmpty();
    }

    /** For the answer to one request. */
    ResultFuture<Object> expect(Pending pending, int attempt) {
        return new Expected(pending, attempt);
    }

    private final class Expected implements ResultFuture<Object> {
        private final Pending pending;
        private final int attempt;
        private final AtomicBoolean answered = new AtomicBoolean();

        Expected(Pending pending, int attempt) {
            this.pending = pending;
            this.attempt = attempt;
        }

        @Override
        public void complete(Collection<Object> result) {
            put(() -> result, null);
        }

        @Override
        public void complete(CollectionSupplier<Object> supplier) {
            if (supplier == null) {
                completeExceptionally(new NullPointerException("the supplier of the results is null"));
            } else {
                put(supplier, null);
            }
        }

        @Override
        public void completeExceptionally(Throwable error) {
            put(null, error == null ? new NullPointerException("completeExceptionally was given null") : error);
        }

        private void put(CollectionSupplier<?> results, Throwable error) {
            if (answered.compareAndSet(false, true)) {
                answers.add(new Answer(pending, attempt, results, error));
            }
        }
    }
}
