package io.tidemark.checkpoint.store;

import io.tidemark.api.state.ListState;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A list for each key. What is appended is written as an element of its own, and neither copies nor reads what there is. A
 * list that the cache lost is brought back whole when it is small, and read piece by piece, each time, when it is not.
 */
final class CachedListState<T> implements ListState<T> {
    private static final long[] NONE = {};
    /** How much of a large list is in memory at a time while it is read. */
    private static final int PIECE_BYTES = 64 << 10;

    private final StateCache cache;
    private final StateReader reader;
    private final CurrentKey current;
    private final ElementNumbers numbers;
    private final StateTable table;
    private final int maxCachedBytes;
    private long stamp = -1;
    /** The cached entry of the current key; null when there is none. */
    private Entry entry;
    /** How often a list of this state was cleared or replaced. */
    private long replacements;

    /** @param maxCachedBytes up to how many stored bytes a list is brought back into the cache */
    CachedListState(
            StateCache cache,
            StateReader reader,
            CurrentKey current,
            ElementNumbers numbers,
            StateDefinition state,
            int maxCachedBytes) {
        this.cache = cache;
        this.reader = reader;
        this.current = current;
        this.numbers = numbers;
        this.table = state.onlyTable();
        this.maxCachedBytes = maxCachedBytes;
    }

    private Entry find() {
        if (stamp != cache.stamp()) {
            entry = cache.find(table, current);
            stamp = cache.stamp();
        }
        return entry;
    }

    private void remember(Entry now) {
        entry = now;
        stamp = cache.stamp();
    }

    // Reading

    @Override
    @SuppressWarnings("unchecked")
    public Iterable<T> get() {
        Entry known = find();
        if (known == null) {
            return table.incomplete ? (Iterable<T>) fetch() : List.of();
        }
        ElementList list = (ElementList) known.value;
        StoredElements before = null;
        if (!list.isComplete()) {
            before = read(0, list.storedBelow(), maxCachedBytes);
            if (before.isEnd()) {
                int sharedEpoch = cache.isFrozen(known) ? known.dirtyEpoch : list.sharedEpoch();
                ElementList whole = list.completed(before.elements(), before.numbers(), sharedEpoch);
                known = cache.substitute(table, known, whole);
                grew(known, before.elements().size());
                before = null;
            }
        }
        Iterable<Object> cached = handOut(known).view();
        return (Iterable<T>) (before == null ? cached : pieces(before, list.storedBelow(), cached));
    }

    private Iterable<Object> fetch() {
        StoredElements stored = read(0, Long.MAX_VALUE, maxCachedBytes);
        if (!stored.isEnd()) {
            return pieces(stored, Long.MAX_VALUE, List.of());
        }
        if (stored.elements().isEmpty()) {
            return List.of();
        }
        ElementList list = ElementList.stored(stored.elements(), stored.numbers());
        remember(cache.addStored(table, table.newEntry(current, list)));
        return list.view();
    }

    private StoredElements read(long from, long below, int maxBytes) {
        return reader.elements(table, current.key(), current.hash(), from, below, maxBytes);
    }

    /** The cached list with elements that may be changed by who gets them. */
    private ElementList handOut(Entry known) {
        Entry readable = cache.readable(table, known);
        ElementList list = (ElementList) readable.value;
        ValueFormat values = table.state.task().values();
        if (list.sharedEpoch() != 0 && values.isMutable() && cache.isUnflushed(list.sharedEpoch())) {
            list = (ElementList) values.copy(list);
            readable.value = list;
        }
        remember(readable);
        return list;
    }

    /** A large list: elements read so far, those still stored below a number, and those that are cached. */
    private Iterable<Object> pieces(StoredElements first, long below, Iterable<Object> cached) {
        Object key = current.key();
        int hash = current.hash();
        long replacementsBefore = replacements;
        return () -> new Iterator<>() {
            private StoredElements piece = first;
            private Iterator<Object> elements = first.elements().iterator();

            @Override
            public boolean hasNext() {
                while (!elements.hasNext() && piece != null) {
                    advance();
                }
                return elements.hasNext();
            }

            private void advance() {
                if (piece.isEnd()) {
                    piece = null;
                    elements = cached.iterator();
                    return;
                }
                if (replacements != replacementsBefore) {
                    throw new IllegalStateException("a list of state \"" + table.state.name()
                            + "\" was cleared or replaced while a list that does not fit into memory was being read");
                }
                long last = piece.numbers()[piece.numbers().length - 1];
                piece = reader.elements(table, key, hash, last + 1, below, PIECE_BYTES);
                elements = piece.elements().iterator();
            }

            @Override
            public Object next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return elements.next();
            }
        };
    }

    // Writing

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
        Entry known = find();
        if (known == null) {
            ElementList list = table.incomplete ? ElementList.tail(numbers.next()) : ElementList.empty();
            addTo(list, values);
            remember(cache.insert(table, table.newEntry(current, list), table.incomplete));
            return;
        }
        int bytesEach = EntrySize.perElement(known.bytes, ((ElementList) known.value).size());
        ElementList list = changeable(known);
        addTo(list, values);
        Entry set = cache.set(table, known, list);
        cache.resize(table, set, saturated(set.bytes + (long) bytesEach * values.size()));
        remember(set);
    }

    private void grew(Entry list, int elements) {
        int bytesEach = EntrySize.perElement(list.bytes, ((ElementList) list.value).size() - elements);
        cache.resize(table, list, saturated(list.bytes + (long) bytesEach * elements));
    }

    private static int saturated(long bytes) {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    private void addTo(ElementList list, List<T> values) {
        for (T value : values) {
            list.add(value, numbers.take());
        }
    }

    /** The list of an entry, or one that goes on from it when it is frozen. */
    private ElementList changeable(Entry known) {
        ElementList list = (ElementList) known.value;
        if (cache.isFrozen(known)) {
            return list.successor(known.dirtyEpoch);
        }
        if (!cache.isDirty(known)) {
            list.onStored();
        }
        return list;
    }

    @Override
    public void update(List<T> values) {
        values.forEach(Objects::requireNonNull);
        if (values.isEmpty()) {
            clear();
            return;
        }
        replacements++;
        Entry known = find();
        if (known == null) {
            ElementList list = ElementList.replacing(table.incomplete ? storedNumbers(Long.MAX_VALUE) : NONE);
            addTo(list, values);
            remember(cache.insert(table, table.newEntry(current, list), table.incomplete));
        } else {
            ElementList list = cleared(known);
            addTo(list, values);
            remember(cache.set(table, known, list));
        }
    }

    @Override
    public void clear() {
        replacements++;
        Entry known = find();
        if (known != null) {
            if (cache.mayBeStored(known)) {
                remember(cache.set(table, known, cleared(known)));
            } else {
                cache.delete(table, known);
            }
        } else if (table.incomplete) {
            long[] stored = storedNumbers(Long.MAX_VALUE);
            if (stored.length > 0) {
                ElementList list = ElementList.replacing(stored);
                remember(cache.insert(table, table.newEntry(current, list), true));
            }
        }
    }

    private ElementList cleared(Entry known) {
        ElementList list = (ElementList) known.value;
        if (!cache.isFrozen(known) && !cache.isDirty(known)) {
            list.onStored();
        } else if (cache.isFrozen(known)) {
            list = list.successor(known.dirtyEpoch);
        }
        return list.cleared(cache.mayBeStored(known), list.isComplete() ? NONE : storedNumbers(list.storedBelow()));
    }

    /** Numbers of what the database has; when it has many, of some, so many that they are not deleted one by one. */
    private long[] storedNumbers(long below) {
        return reader.elementNumbers(table, current.key(), current.hash(), below, ElementList.MAX_SINGLE_DELETIONS + 1);
    }

    /** Takes out the elements of which a test says so, as far as they are cached. */
    void removeIf(Predicate<Object> isGone) {
        Entry known = find();
        if (known != null) {
            remember(removeIf(known, isGone));
        }
    }

    /** As above, of any key's entry; returns the entry of the key from now on, or null. */
    Entry removeIf(Entry known, Predicate<Object> isGone) {
        ElementList list = (ElementList) known.value;
        boolean[] gone = new boolean[list.size()];
        boolean any = false;
        for (int i = 0; i < gone.length; i++) {
            gone[i] = isGone.test(list.get(i));
            any |= gone[i];
        }
        if (!any) {
            return known;
        }
        ElementList left = changeable(known).without(gone);
        if (left.isAbsent() && !cache.mayBeStored(known)) {
            cache.delete(table, known);
            return null;
        }
        return cache.set(table, known, left);
    }

    /** Puts other elements in the place of some, as far as they are cached. */
    void replaceIf(Predicate<Object> isReplaced, UnaryOperator<Object> replacement) {
        Entry known = find();
        if (known == null) {
            return;
        }
        ElementList list = (ElementList) known.value;
        Object[] others = new Object[list.size()];
        boolean any = false;
        for (int i = 0; i < others.length; i++) {
            boolean isOther = isReplaced.test(list.get(i));
            others[i] = isOther ? replacement.apply(list.get(i)) : list.get(i);
            any |= isOther;
        }
        if (any) {
            remember(cache.set(table, known, changeable(known).rewritten(others)));
        }
    }
}
