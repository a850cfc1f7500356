package io.tidemark.testing;

import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorFactory;
import java.util.List;

/**
 * The end of a stream, where a test sees what comes out. What is taken is not given again. Made by {@link
 * StreamHarness#output}. Used by one thread.
 *
 * @param <T> type of the records
 */
public final class TestOutput<T> {
    private final StreamHarness harness;
    private final OutputLog log;

    TestOutput(StreamHarness harness, OutputLog log) {
        this.harness = harness;
        this.log = log;
    }

    /** Takes all that came out since the last call, in order: records, watermarks, idleness, the end. */
    public List<Element<T>> take() {
        harness.startUnlessFinished();
        return log.take().stream().map(this::typed).toList();
    }

    /** Takes the records that came out since the last call, with their timestamps; watermarks and the like are passed over. */
    public List<Element<T>> takeRecords() {
        return take().stream().filter(Element::isRecord).toList();
    }

    /** Takes the values of the records that came out since the last call; watermarks and the like are passed over. */
    public List<T> takeValues() {
        return takeRecords().stream().map(Element::value).toList();
    }

    /**
     * Has room for so many records more, and then for none until {@link #unblock}: what is to come out waits inside, as under
     * back-pressure. Long work, as when many timers are due at once, stands still in the middle; a snapshot can be taken there.
     * Meanwhile nothing is restored at every step.
     *
     * @throws IllegalArgumentException when the number is negative
     */
    public void blockAfter(int records) {
        if (records < 0) {
            throw new IllegalArgumentException("room for " + records + " records is none.\nGive 0 or more.");
        }
        log.setRoom(records);
    }

    /** Has room for any number of records again; what has waited comes out. */
    public void unblock() {
        log.setRoom(Long.MAX_VALUE);
        harness.act(() -> "room for what waits");
    }

    /** The stream's type is that of its records. */
    @SuppressWarnings("unchecked")
    private Element<T> typed(Element<Object> element) {
        return (Element<T>) element;
    }

    /**
     * Stands in a plan where an output is to be put.
     *
     * @param output its number
     */
    record Place(int output) implements OperatorFactory {
        @Override
        public Operator create() {
            throw new IllegalStateException("the place of an output is not run");
        }
    }
}
