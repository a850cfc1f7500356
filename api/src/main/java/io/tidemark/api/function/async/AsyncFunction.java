package io.tidemark.api.function.async;

import io.tidemark.api.function.Function;
import java.util.concurrent.TimeoutException;

/**
 * Asks something outside of the job for each record, such as a database with a client that calls back, and emits what it
 * answers. Used with {@code AsyncDataStream}.
 *
 * <p>Both methods are called on the task's thread, one at a time, and must not wait: every record of the task waits with
 * them. The answer may come from any thread.
 *
 * @param <IN> type of the records in
 * @param <OUT> type of the records out
 */
@FunctionalInterface
public interface AsyncFunction<IN, OUT> extends Function {
    /**
     * Begins a request. It may be called more than once for a record: by a retry strategy, and after a restore for every
     * record whose answer was not there at the checkpoint.
     *
     * @param resultFuture takes the answer; the first one counts
     * @throws Exception fails the task, whatever a retry strategy says
     */
    void asyncInvoke(IN input, ResultFuture<OUT> resultFuture) throws Exception;

    /**
     * No answer came in time, those of retries included. Fails the task unless it is overridden to complete the future with
     * something else, now or later. Until then an answer to the last request still counts if it comes after all, be it an
     * error; once the record has an answer, others are ignored.
     */
    default void timeout(IN input, ResultFuture<OUT> resultFuture) throws Exception {
        resultFuture.completeExceptionally(new TimeoutException("no answer came in time"
                + "\nGive it a longer time-out or a retry strategy, or override timeout to complete the future with"
                + " something else."));
    }
}
