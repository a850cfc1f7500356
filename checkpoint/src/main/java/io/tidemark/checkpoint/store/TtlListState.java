package io.tidemark.checkpoint.store;

import io.tidemark.api.state.ListState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/** A list for each key, each of whose elements grows old. */
final class TtlListState<T> implements ListState<T> {
    private final CachedListState<TtlValue> elements;
    private final TtlRule rule;

    TtlListState(CachedListState<TtlValue> elements, TtlRule rule) {
        this.elements = elements;
        this.rule = rule;
    }

    @Override
    public Iterable<T> get() {
        // First, since it brings the list into the cache, where it can be cleaned.
        Iterable<TtlValue> before = elements.get();
        elements.removeIf(element -> rule.isOver((TtlValue) element));
        if (rule.renewsOnRead()) {
            elements.replaceIf(
                    element -> rule.isRenewable((TtlValue) element),
                    element -> rule.begin(((TtlValue) element).value()));
        }
        return rule.returnsExpired() ? values(before, false) : values(elements.get(), true);
    }

    private Iterable<T> values(Iterable<TtlValue> of, boolean leavesOutExpired) {
        return () -> new Iterator<>() {
            private final Iterator<TtlValue> source = of.iterator();
            private TtlValue ahead;

            @Override
            public boolean hasNext() {
                while (ahead == null && source.hasNext()) {
                    TtlValue next = source.next();
                    if (!leavesOutExpired || !rule.isOver(next)) {
                        ahead = next;
                    }
                }
                return ahead != null;
            }

            @Override
            @SuppressWarnings("unchecked")
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                TtlValue next = ahead;
                ahead = null;
                return (T) next.value();
            }
        };
    }

    @Override
    public void add(T value) {
        elements.add(rule.begin(Objects.requireNonNull(value)));
    }

    @Override
    public void addAll(List<T> values) {
        elements.addAll(begun(values));
    }

    private List<TtlValue> begun(List<T> values) {
        List<TtlValue> begun = new ArrayList<>(values.size());
        for (T value : values) {
            begun.add(rule.begin(Objects.requireNonNull(value)));
        }
        return begun;
    }

    @Override
    public void update(List<T> values) {
        elements.update(begun(values));
    }

    @Override
    public void clear() {
        elements.clear();
    }
}
