package io.tidemark.testing;

import io.tidemark.api.function.async.AsyncFunction;
import io.tidemark.api.function.async.ResultFuture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** An async function whose requests a test answers by hand. Its instances share what they were asked. */
final class OpenRequests implements AsyncFunction<String, String> {
    private static final long serialVersionUID = 1L;

    /** By record the future of the latest request that has no answer. */
    private static final Map<String, ResultFuture<String>> OPEN = new LinkedHashMap<>();

    private static final List<String> ASKED = new ArrayList<>();

    /** What {@link #timeout} completes with; null to fail as by default. */
    private final String insteadOfTimeout;

    OpenRequests() {
        this(null);
    }

    OpenRequests(String insteadOfTimeout) {
        this.insteadOfTimeout = insteadOfTimeout;
    }

    static void forget() {
        OPEN.clear();
        ASKED.clear();
    }

    @Override
    public void asyncInvoke(String input, ResultFuture<String> resultFuture) {
        ASKED.add(input);
        OPEN.put(input, resultFuture);
    }

    @Override
    public void timeout(String input, ResultFuture<String> resultFuture) throws TimeoutException {
        if (insteadOfTimeout == null) {
            throw new TimeoutException(input + " took too long");
        }
        resultFuture.complete(List.of(insteadOfTimeout));
    }

    /** The records that were asked for since the last call. */
    static List<String> takeAsked() {
        List<String> asked = List.copyOf(ASKED);
        ASKED.clear();
        return asked;
    }

    /** The records without an answer. */
    static List<String> open() {
        return List.copyOf(OPEN.keySet());
    }

    /** Takes the future of a record, to be completed. */
    static ResultFuture<String> take(String input) {
        ResultFuture<String> future = OPEN.remove(input);
        if (future == null) {
            throw new AssertionError(input + " was not asked for; open are " + OPEN.keySet());
        }
        return future;
    }

    static void answer(String input, String... results) {
        take(input).complete(List.of(results));
    }
}
