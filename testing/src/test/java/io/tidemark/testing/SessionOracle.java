package io.tidemark.testing;

import io.tidemark.testing.PaneOracle.Cause;
import io.tidemark.testing.PaneOracle.Rule;
import io.tidemark.testing.WindowOracle.Span;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What sessions give, too simple to be wrong: it has all records of sessions that are not gone in a list, and puts the
 * sessions together anew whenever something is asked. What a trigger knows of a session it knows of its records here.
 */
final class SessionOracle implements Oracle {
    private static final class Seen {
        private final char key;
        private final String value;
        private final BigInteger start;
        private final BigInteger end;

        /** Whether a firing has taken it out. */
        private boolean purged;

        /** Whether a firing has counted it. */
        private boolean counted;

        /** Whether its session has not fired since it came. */
        private boolean changed;

        /** When its session fires at a multiple; null for not. */
        private Long slot;

        Seen(String value, long time, long gapMs) {
            this.key = value.charAt(0);
            this.value = value;
            this.start = BigInteger.valueOf(time);
            this.end = start.add(BigInteger.valueOf(gapMs));
        }
    }

    private record Session(Span span, List<Seen> records) {
        long lastMs() {
            return span.lastMs();
        }

        boolean isChanged() {
            return records.stream().anyMatch(seen -> seen.changed);
        }

        long slot() {
            return records.stream()
                    .map(seen -> seen.slot)
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .orElse(Long.MAX_VALUE);
        }

        void setSlot(Long slot) {
            records.forEach(seen -> seen.slot = slot);
        }
    }

    /** A session fires, at a time. */
    private record Due(long time, Session session) {}

    private final Function<String, Long> gapsMs;
    private final boolean byClock;
    private final long latenessMs;
    private final Rule rule;
    private final Comparator<String> order;
    private final List<Seen> all = new ArrayList<>();
    private long watermark = Long.MIN_VALUE;
    private long nowMs;

    /**
     * @param gapsMs how long after a record its session goes on
     * @param byClock whether sessions are those of the wall clock
     * @param order of a session's records in its result; null for that of arrival
     */
    SessionOracle(
            Function<String, Long> gapsMs, boolean byClock, long latenessMs, Rule rule, Comparator<String> order) {
        this.gapsMs = gapsMs;
        this.byClock = byClock;
        this.latenessMs = latenessMs;
        this.rule = rule;
        this.order = order;
    }

    /** The sessions: records of a key whose gaps overlap or touch. */
    private List<Session> sessions() {
        List<Session> sessions = new ArrayList<>();
        List<Seen> sorted = all.stream()
                .sorted(Comparator.comparing((Seen seen) -> seen.key).thenComparing(seen -> seen.start))
                .toList();
        for (Seen seen : sorted) {
            Session last = sessions.isEmpty() ? null : sessions.get(sessions.size() - 1);
            if (last != null
                    && last.records.get(0).key == seen.key
                    && last.span.end().compareTo(seen.start) >= 0) {
                last.records.add(seen);
                Span longer = new Span(last.span.start(), last.span.end().max(seen.end));
                sessions.set(sessions.size() - 1, new Session(longer, last.records));
            } else {
                sessions.add(new Session(new Span(seen.start, seen.end), new ArrayList<>(List.of(seen))));
            }
        }
        return sessions;
    }

    @Override
    public List<String> record(String value, long timestamp) {
        Seen seen = new Seen(value, byClock ? nowMs : timestamp, gapsMs.apply(value));
        all.add(seen);
        Session session = sessions().stream()
                .filter(one -> one.records.contains(seen))
                .findFirst()
                .orElseThrow();
        if (!byClock && session.span.isGone(latenessMs, watermark)) {
            all.remove(seen);
            return List.of("late " + value);
        }
        return firesAtRecord(session, seen, timestamp) ? fire(session) : List.of();
    }

    private boolean firesAtRecord(Session session, Seen seen, long timestamp) {
        boolean isAfterEnd = !byClock && session.lastMs() <= watermark;
        if (rule.cause() == Cause.COUNT) {
            long count = session.records.stream().filter(one -> !one.counted).count();
            return count >= rule.every();
        }
        if (rule.cause() == Cause.END || (rule.cause() == Cause.CONTINUOUS && isAfterEnd)) {
            return isAfterEnd;
        }
        seen.changed = true;
        if (rule.cause() == Cause.CLOCK) {
            seen.slot = slotAfter(nowMs);
        } else if (session.slot() == Long.MAX_VALUE) {
            seen.slot = slotAfter(Math.max(timestamp, watermark));
        } else if (session.slot() <= watermark) {
            session.setSlot(slotAfter(watermark));
        }
        return false;
    }

    private Long slotAfter(long time) {
        return Math.floorDiv(time, rule.every()) * rule.every() + rule.every();
    }

    @Override
    public List<String> watermark(long to) {
        if (to <= watermark) {
            return List.of();
        }
        List<String> results = byClock ? new ArrayList<>() : advance(watermark, to, rule.cause() == Cause.CONTINUOUS);
        watermark = to;
        results.add("WM(" + Emitted.time(to) + ")");
        return results;
    }

    /** What is due in a millisecond is done when it is over. */
    @Override
    public List<String> clock(long to) {
        long from = nowMs - 1;
        nowMs = to;
        if (byClock) {
            return advance(from, to - 1, rule.cause() == Cause.CLOCK);
        }
        List<String> results = new ArrayList<>();
        if (rule.cause() == Cause.CLOCK) {
            sessions().stream().filter(one -> one.slot() < to).forEach(one -> {
                one.setSlot(slotAfter(to));
                results.addAll(fire(one));
            });
        }
        return results;
    }

    /** The clock by which sessions end goes on. */
    private List<String> advance(long from, long to, boolean slots) {
        List<Due> due = new ArrayList<>();
        for (Session session : sessions()) {
            boolean hasSlot = slots && session.slot() <= to && session.slot() <= session.lastMs();
            boolean ends = session.lastMs() > from && session.lastMs() <= to;
            if (hasSlot) {
                due.add(new Due(session.slot(), session));
            } else if (ends && (rule.cause() == Cause.END || session.isChanged())) {
                due.add(new Due(session.lastMs(), session));
            }
            if (session.slot() <= to && slots) {
                session.setSlot(slotAfter(byClock ? to + 1 : to));
            }
        }
        due.sort(Comparator.comparing(Due::time));
        List<String> results = new ArrayList<>();
        due.forEach(one -> results.addAll(fire(one.session)));
        for (Session session : sessions()) {
            boolean isGone = byClock ? session.lastMs() <= to : session.span.isGone(latenessMs, to);
            if (isGone) {
                // By the wall clock it may have changed since its end; nothing that changed is lost.
                results.addAll(rule.cause() == Cause.CLOCK && session.isChanged() ? fire(session) : List.of());
                all.removeAll(session.records);
            }
        }
        return results;
    }

    private List<String> fire(Session session) {
        List<String> values = all.stream()
                .filter(seen -> session.records.contains(seen) && !seen.purged)
                .map(seen -> seen.value)
                .toList();
        session.records.forEach(seen -> {
            seen.counted = true;
            seen.changed = false;
            seen.purged |= rule.purges();
        });
        return Stream.of(values)
                .filter(some -> !some.isEmpty())
                .map(some -> Oracle.result(session.records.get(0).key, session.span, some, order))
                .toList();
    }
}
