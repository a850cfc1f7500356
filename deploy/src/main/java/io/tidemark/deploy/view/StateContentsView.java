package io.tidemark.deploy.view;

import io.tidemark.checkpoint.savepoint.StateEntry;
import io.tidemark.checkpoint.savepoint.StoredOperator;
import io.tidemark.checkpoint.savepoint.StoredState;
import io.tidemark.checkpoint.savepoint.TimerEntry;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is in states of a savepoint.
 *
 * @param more states and groups of timers of which not everything is here
 */
public record StateContentsView(String path, List<Entry> entries, List<Timer> timers, List<String> more)
        implements View {
    /**
     * An entry of a keyed state, or an element of an operator's own list.
     *
     * @param key null for an own list
     * @param subKey a map key or a namespace; null for states without
     */
    record Entry(String operator, String state, String kind, PlainCell key, PlainCell subKey, PlainCell value) {}

    /** @param clock {@code event} or {@code processing} */
    record Timer(String operator, String timers, String clock, long timestampMs, PlainCell key, PlainCell namespace) {}

    /** Gathers one. */
    public static final class Builder {
        private final List<Entry> entries = new ArrayList<>();
        private final List<Timer> timers = new ArrayList<>();
        private final List<String> more = new ArrayList<>();

        public void add(StoredOperator operator, StoredState state, StateEntry<Object, Object, Object> entry) {
            boolean hasSubKey = state.kind().equals("map") || state.kind().equals("namespaced");
            entries.add(new Entry(
                    operator.uid(),
                    state.name(),
                    state.kind(),
                    new PlainCell(entry.key()),
                    hasSubKey ? new PlainCell(entry.subKey()) : null,
                    new PlainCell(entry.value())));
        }

        public void add(StoredOperator operator, StoredState group, TimerEntry<Object, Object> timer) {
            timers.add(new Timer(
                    operator.uid(),
                    group.name(),
                    timer.domain().name().toLowerCase(Locale.ROOT),
                    timer.timestamp(),
                    new PlainCell(timer.key()),
                    timer.namespace() == null ? null : new PlainCell(timer.namespace())));
        }

        public void addOwn(StoredOperator operator, String list, Object element) {
            entries.add(new Entry(operator.uid(), list, "own list", null, null, new PlainCell(element)));
        }

        /** Says that there is more of a state than was added. */
        public void addMore(StoredOperator operator, String name) {
            more.add(operator.uid() + "/" + name);
        }

        public StateContentsView build(String path) {
            return new StateContentsView(path, List.copyOf(entries), List.copyOf(timers), List.copyOf(more));
        }
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        List<String> lines = new ArrayList<>();
        lines.add(path);
        if (!entries.isEmpty()) {
            lines.add("");
            lines.addAll(entryTable().lines());
        }
        if (!timers.isEmpty()) {
            lines.add("");
            lines.addAll(timerTable(times).lines());
        }
        if (entries.isEmpty() && timers.isEmpty()) {
            lines.add("  Nothing there.");
        }
        if (!more.isEmpty()) {
            lines.add("");
            lines.add("There is more of " + String.join(", ", more) + "; --limit N shows more.");
        }
        return lines;
    }

    private Table entryTable() {
        Table table = new Table()
                .left("operator")
                .left("state")
                .left("key")
                .left("sub-key")
                .left("value");
        for (Entry entry : entries) {
            table.row(
                    entry.operator(),
                    entry.state(),
                    entry.key() == null ? "" : entry.key().text(),
                    entry.subKey() == null ? "" : entry.subKey().text(),
                    entry.value().text());
        }
        return table;
    }

    private Table timerTable(Times times) {
        Table table = new Table()
                .left("operator")
                .left("timers")
                .left("clock")
                .left("time")
                .left("key")
                .left("namespace");
        for (Timer timer : timers) {
            boolean isEventTime = timer.clock().equals(TimerDomain.EVENT.name().toLowerCase(Locale.ROOT));
            table.row(
                    timer.operator(),
                    timer.timers(),
                    timer.clock(),
                    isEventTime ? times.watermark(timer.timestampMs()) : times.timestamp(timer.timestampMs()),
                    timer.key().text(),
                    timer.namespace() == null ? "" : timer.namespace().text());
        }
        return table;
    }
}
