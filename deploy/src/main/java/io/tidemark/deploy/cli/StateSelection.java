package io.tidemark.deploy.cli;

import io.tidemark.checkpoint.plain.PlainText;
import io.tidemark.checkpoint.savepoint.Entries;
import io.tidemark.checkpoint.savepoint.SavepointReader;
import io.tidemark.checkpoint.savepoint.StateEntry;
import io.tidemark.checkpoint.savepoint.StoredOperator;
import io.tidemark.checkpoint.savepoint.StoredOwnState;
import io.tidemark.checkpoint.savepoint.StoredState;
import io.tidemark.checkpoint.savepoint.TimerEntry;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.view.StateContentsView;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Which part of a savepoint to show.
 *
 * @param operator uid or name; null for all
 * @param state a state, an own list, or a group of timers; null for all
 * @param key as text; null for all
 * @param timers timers instead of states
 * @param limit of entries of each state
 */
record StateSelection(String operator, String state, String key, boolean timers, int limit) {

    StateContentsView of(SavepointReader reader) {
        List<StoredOperator> operators = operator == null ? reader.operators() : List.of(reader.operator(operator));
        requireState(operators, reader.savepoint().location());
        StateContentsView.Builder view = new StateContentsView.Builder();
        for (StoredOperator of : operators) {
            if (timers) {
                addTimers(reader, of, view);
            } else {
                addStates(reader, of, view);
                addOwn(reader, of, view);
            }
        }
        return view.build(reader.savepoint().location());
    }

    private void requireState(List<StoredOperator> operators, String location) {
        Set<String> known = new TreeSet<>();
        for (StoredOperator of : operators) {
            if (timers) {
                of.timers().forEach(group -> known.add(group.name()));
            } else {
                of.states().forEach(keyed -> known.add(keyed.name()));
                of.ownStates().forEach(own -> known.add(own.name()));
            }
        }
        if (state != null && !known.contains(state)) {
            String what = timers ? "timers" : "state";
            throw UserError.failed(
                    (operator == null ? location : "operator \"" + operator + "\"") + " has no " + what + " \"" + state
                            + "\"",
                    known.isEmpty() ? "It has none at all." : "There are " + String.join(", ", known) + ".");
        }
    }

    private void addStates(SavepointReader reader, StoredOperator of, StateContentsView.Builder view) {
        for (StoredState keyed : of.states()) {
            if (isWanted(keyed.name())) {
                try (Entries<StateEntry<Object, Object, Object>> entries = reader.entries(of, keyed)) {
                    add(
                            entries,
                            entry -> isKey(entry.key()),
                            entry -> view.add(of, keyed, entry),
                            () -> view.addMore(of, keyed.name()));
                }
            }
        }
    }

    private void addTimers(SavepointReader reader, StoredOperator of, StateContentsView.Builder view) {
        for (StoredState group : of.timers()) {
            if (isWanted(group.name())) {
                try (Entries<TimerEntry<Object, Object>> entries = reader.timers(of, group)) {
                    add(
                            entries,
                            timer -> isKey(timer.key()),
                            timer -> view.add(of, group, timer),
                            () -> view.addMore(of, group.name()));
                }
            }
        }
    }

    /** An own list has no keys, so it is left out when one is asked for. */
    private void addOwn(SavepointReader reader, StoredOperator of, StateContentsView.Builder view) {
        for (StoredOwnState own : of.ownStates()) {
            if (key == null && isWanted(own.name())) {
                List<Object> elements = new ArrayList<>(reader.own(of, own.name()));
                add(
                        elements.iterator(),
                        element -> true,
                        element -> view.addOwn(of, own.name(), element),
                        () -> view.addMore(of, own.name()));
            }
        }
    }

    private <E> void add(Iterator<E> entries, Predicate<E> isWanted, Consumer<E> to, Runnable more) {
        int added = 0;
        while (entries.hasNext()) {
            E entry = entries.next();
            if (isWanted.test(entry)) {
                if (added == limit) {
                    more.run();
                    return;
                }
                to.accept(entry);
                added++;
            }
        }
    }

    private boolean isWanted(String name) {
        return state == null || state.equals(name);
    }

    /** A string may be asked for with its quotes or without. */
    private boolean isKey(Object given) {
        return key == null || key.equals(given) || key.equals(PlainText.of(given));
    }
}
