package io.tidemark.api.function.async;

import io.tidemark.api.function.AbstractRichFunction;

/**
 * An {@link AsyncFunction} that is opened, where it may make its client, and closed. It has no keyed state: answers come at
 * any time, and no key is the current one then.
 *
 * @param <IN> type of the records in
 * @param <OUT> type of the records out
 */
public abstract class RichAsyncFunction<IN, OUT> extends AbstractRichFunction implements AsyncFunction<IN, OUT> {
    private static final long serialVersionUID = 1L;
}
