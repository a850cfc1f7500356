package io.tidemark.testing;

import io.tidemark.testing.WindowOracle.Span;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * What sessions give, too simple to be wrong: it has all records of sessions that are not gone in a list, and puts the
 * sessions together anew whenever something is asked.
 */
final class SessionOracle implements Oracle {
    private record Seen(char key, String value, long timestamp) {}

    private record Session(Span span, List<Seen> records) {}

    private final long gapMs;
    private final long latenessMs;
    private final Comparator<String> order;
    private final List<Seen> all = new ArrayList<>();
    private long watermark = Long.MIN_VALUE;

    /** @param order of a session's records in its result; null for that of arrival */
    SessionOracle(long gapMs, long latenessMs, Comparator<String> order) {
        this.gapMs = gapMs;
        this.latenessMs = latenessMs;
        this.order = order;
    }

    /** The sessions of a key: records whose gaps overlap or touch. */
    private List<Session> sessions(char key) {
        List<Session> sessions = new ArrayList<>();
        List<Seen> sorted = all.stream()
                .filter(seen -> seen.key == key)
                .sorted(Comparator.comparing(Seen::timestamp))
                .toList();
        for (Seen seen : sorted) {
            BigInteger start = BigInteger.valueOf(seen.timestamp);
            BigInteger end = start.add(BigInteger.valueOf(gapMs));
            Session last = sessions.isEmpty() ? null : sessions.get(sessions.size() - 1);
            if (last != null && last.span.end().compareTo(start) >= 0) {
                last.records.add(seen);
                sessions.set(
                        sessions.size() - 1,
                        new Session(new Span(last.span.start(), last.span.end().max(end)), last.records));
            } else {
                sessions.add(new Session(new Span(start, end), new ArrayList<>(List.of(seen))));
            }
        }
        return sessions;
    }

    @Override
    public List<String> record(String value, long timestamp) {
        Seen seen = new Seen(value.charAt(0), value, timestamp);
        all.add(seen);
        Session session = sessions(seen.key).stream()
                .filter(one -> one.records.contains(seen))
                .findFirst()
                .orElseThrow();
        if (session.span.isGone(latenessMs, watermark)) {
            all.remove(seen);
            return List.of("late " + value);
        }
        return session.span.lastMs() <= watermark ? List.of(result(seen.key, session)) : List.of();
    }

    @Override
    public List<String> watermark(long to) {
        if (to <= watermark) {
            return List.of();
        }
        List<Session> due = new ArrayList<>();
        TreeSet<Character> keys = new TreeSet<>();
        all.forEach(seen -> keys.add(seen.key));
        for (char key : keys) {
            sessions(key).stream()
                    .filter(one -> one.span.lastMs() > watermark && one.span.lastMs() <= to)
                    .forEach(due::add);
        }
        due.sort(Comparator.comparing(one -> one.span.end()));
        List<String> results = new ArrayList<>();
        due.forEach(one -> results.add(result(one.records.get(0).key, one)));
        for (char key : keys) {
            sessions(key).stream()
                    .filter(one -> one.span.isGone(latenessMs, to))
                    .forEach(one -> all.removeAll(one.records));
        }
        watermark = to;
        results.add("WM(" + Emitted.time(to) + ")");
        return results;
    }

    private String result(char key, Session session) {
        List<String> byArrival =
                all.stream().filter(session.records::contains).map(Seen::value).toList();
        return Oracle.result(key, session.span, byArrival, order);
    }
}
