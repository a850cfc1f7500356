package io.tidemark.worker.async;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Records in the order in which they came, and the signals between them; says what may go on. A signal goes on when all
 * records before it have. Pure, for one thread.
 */
abstract sealed class PendingQueue {
    private int records;
    private int signals;

    /** @param ordered whether records go on in the order in which they came, or, between two signals, in that of their results */
    static PendingQueue create(boolean ordered) {
        return ordered ? new Ordered() : new Unordered();
    }

    /** Records in it. */
    final int records() {
        return records;
    }

    /** Signals in it. */
    final int signals() {
        return signals;
    }

    final boolean isEmpty() {
        return records + signals == 0;
    }

    final void add(Pending pending) {
        records++;
        append(pending);
        if (pending.isComplete()) {
            onComplete(pending);
        }
    }

    /** Adds a signal, in place of the last one if that is of no interest any more. */
    final void add(Signal signal) {
        if (replaceLast(signal)) {
            return;
        }
        signals++;
        append(signal);
    }

    /** The results of a record of the queue are there. */
    final void complete(Pending pending, Collection<?> results) {
        if (pending.isComplete()) {
            throw new IllegalStateException("the results of " + pending.value() + " have come before");
        }
        pending.setResults(results);
        onComplete(pending);
    }

    /** Takes the {@link Pending} or {@link Signal} that may go on next; null when there is none. */
    final Object poll() {
        Object next = takeNext();
        if (next instanceof Signal) {
            signals--;
        } else if (next != null) {
            records--;
        }
        return next;
    }

    /** All that is in it; in an order in which it may be added to another queue of its kind. */
    abstract List<Object> contents();

    abstract void append(Pending pending);

    abstract void append(Signal signal);

    abstract boolean replaceLast(Signal signal);

    abstract void onComplete(Pending pending);

    abstract Object takeNext();

    private static final class Ordered extends PendingQueue {
        private final Deque<Object> entries = new ArrayDeque<>();

        @Override
        void append(Pending pending) {
            entries.add(pending);
        }

        @Override
        void append(Signal signal) {
            entries.add(signal);
        }

        @Override
        boolean replaceLast(Signal signal) {
            if (!(entries.peekLast() instanceof Signal last) || !last.isOutdoneBy(signal)) {
                return false;
            }
            entries.removeLast();
            entries.addLast(signal);
            return true;
        }

        @Override
        void onComplete(Pending pending) {}

        @Override
        Object takeNext() {
            return entries.peek() instanceof Pending first && !first.isComplete() ? null : entries.poll();
        }

        @Override
        List<Object> contents() {
            return new ArrayList<>(entries);
        }
    }

    private static final class Unordered extends PendingQueue {
        /** Records between two signals, and the signal behind them. */
        private static final class Segment {
            private final Set<Pending> waiting = new LinkedHashSet<>();
            private final Deque<Pending> complete = new ArrayDeque<>();

            /** Null in the last segment. */
            private Signal end;
        }

        private final Deque<Segment> segments = new ArrayDeque<>(List.of(new Segment()));

        @Override
        void append(Pending pending) {
            Segment last = segments.getLast();
            last.waiting.add(pending);
            pending.setSegment(last);
        }

        @Override
        void append(Signal signal) {
            segments.getLast().end = signal;
            segments.add(new Segment());
        }

        @Override
        boolean replaceLast(Signal signal) {
            Segment open = segments.getLast();
            if (segments.size() == 1 || !open.waiting.isEmpty() || !open.complete.isEmpty()) {
                return false;
            }
            segments.removeLast();
            Segment ended = segments.getLast();
            boolean outdone = ended.end.isOutdoneBy(signal);
            if (outdone) {
                ended.end = signal;
            }
            segments.add(open);
            return outdone;
        }

        @Override
        void onComplete(Pending pending) {
            Segment segment = (Segment) pending.segment();
            if (!segment.waiting.remove(pending)) {
                throw new IllegalStateException(pending.value() + " is not in the queue");
            }
            segment.complete.add(pending);
        }

        @Override
        Object takeNext() {
            Segment first = segments.getFirst();
            Pending ready = first.complete.poll();
            if (ready != null) {
                return ready;
            }
            if (first.end == null || !first.waiting.isEmpty()) {
                return null;
            }
            segments.removeFirst();
            return first.end;
        }

        @Override
        List<Object> contents() {
            List<Object> contents = new ArrayList<>();
            for (Segment segment : segments) {
                contents.addAll(segment.complete);
                contents.addAll(segment.waiting);
                if (segment.end != null) {
                    contents.add(segment.end);
                }
            }
            return contents;
        }
    }
}
