package io.tidemark.checkpoint.store;

import io.tidemark.api.state.ListState;
import java.util.List;
import java.util.Objects;

/** A list for each key. Appending neither copies nor reads what is cached, frozen or not. */
final class CachedListState<T> implements ListState<T> {
    private final CurrentEntry current;

    CachedListState(CurrentEntry current) {
        this.current = current;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Iterable<T> get() {
        ElementList list = (ElementList) current.read();
        if (list != null && current.isShared(list.sharedEpoch())) {
            list = (ElementList) current.replaceByCopy();
        }
        return list == null ? List.of() : (Iterable<T>) list.view();
    }

    @Override
    public void add(T value) {
        append(List.of(value));
    }

    @Override
    public void addAll(List<T> values) {
        values.forEach(Objects::requireNonNull);
        if (!values.isEmpty()) {
            append(values);
        }
    }

    private void append(List<T> values) {
        Entry entry = current.load();
        if (entry == null || entry.value == null) {
            current.set(ElementList.of(values));
            return;
        }
        ElementList list = (ElementList) entry.value;
        int bytesEach = EntrySize.perElement(entry.bytes, list.size());
        ElementList target = current.isFrozen() ? list.successor(entry.dirtyEpoch) : list;
        values.forEach(target::add);
        current.set(target);
        current.grew(bytesEach * values.size());
    }

    @Override
    public void update(List<T> values) {
        values.forEach(Objects::requireNonNull);
        if (values.isEmpty()) {
            current.clear();
        } else {
            current.set(ElementList.of(values));
        }
    }

    @Override
    public void clear() {
        current.clear();
    }
}
