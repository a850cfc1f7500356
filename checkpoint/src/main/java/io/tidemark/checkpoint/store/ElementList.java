package io.tidemark.checkpoint.store;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The cached elements of one key's list, each with its number, and what the database does not know of them yet. The
 * database holds an entry for each element, so only what is new, and what went, is ever written.
 *
 * <p>The arrays only grow at their end. A list that is frozen is followed by another one that shares its arrays: the frozen
 * one does not look beyond its own size, and only the newest of them appends. Elements that can be changed have to be
 * copied before the newest hands them out, as long as the frozen one is needed.
 */
final class ElementList {
    /** As {@link #storedBelow} of a list of which everything is here. */
    private static final long NOTHING = Long.MIN_VALUE;
    /** So many elements are deleted one by one, which costs later readers less than deleting a range does. */
    static final int MAX_SINGLE_DELETIONS = 16;

    private static final long[] NONE = {};

    private Object[] elements;
    /** In rising order. */
    private long[] numbers;

    private int size;
    /** The epoch to which the first elements belong too; 0 when they belong to this list alone. */
    private int sharedEpoch;
    /** The database may have elements of lower numbers that are not here. */
    private final long storedBelow;
    /** Elements before this index are in the database, or with a snapshot that brings them there. */
    private int unstoredFrom;
    /**
     * Of elements from this index on the database certainly has nothing. Not before {@link #unstoredFrom}: what is to be
     * written may be there already, in an older form, or since it was written in vain.
     */
    private int absentFrom;
    /** Numbers of elements that are to be deleted from the database. */
    private long[] deleted = NONE;
    /** All that the database has of the list is to be deleted before elements are written. */
    private boolean deletesAll;

    private ElementList(Object[] elements, long[] numbers, int size, long storedBelow) {
        this.elements = elements;
        this.numbers = numbers;
        this.size = size;
        this.storedBelow = storedBelow;
    }

    /** An empty list of which the database has nothing. */
    static ElementList empty() {
        return new ElementList(new Object[4], new long[4], 0, NOTHING);
    }

    /** The end of a list of which the database may have all elements of numbers below {@code storedBelow}. */
    static ElementList tail(long storedBelow) {
        return new ElementList(new Object[4], new long[4], 0, storedBelow);
    }

    /** An empty list that takes the place of what the database has: the elements of these numbers, or all that it has. */
    static ElementList replacing(long[] stored) {
        ElementList list = empty();
        list.deleted = stored.length <= MAX_SINGLE_DELETIONS ? stored : NONE;
        list.deletesAll = stored.length > MAX_SINGLE_DELETIONS;
        return list;
    }

    /** A list as the database has it. */
    static ElementList stored(List<?> elements, long[] numbers) {
        ElementList list = new ElementList(elements.toArray(), numbers, elements.size(), NOTHING);
        list.onStored();
        return list;
    }

    int size() {
        return size;
    }

    Object get(int index) {
        return elements[index];
    }

    long number(int index) {
        return numbers[index];
    }

    /** Whether everything of the list is here. */
    boolean isComplete() {
        return storedBelow == NOTHING;
    }

    long storedBelow() {
        return storedBelow;
    }

    /** Whether the list is known to be empty. */
    boolean isAbsent() {
        return size == 0 && isComplete();
    }

    int unstoredFrom() {
        return unstoredFrom;
    }

    long[] deleted() {
        return deleted;
    }

    boolean deletesAll() {
        return deletesAll;
    }

    int sharedEpoch() {
        return sharedEpoch;
    }

    /** Appends an element, whose number is higher than all before. */
    void add(Object element, long number) {
        if (size == elements.length) {
            int capacity = Math.max(4, size + (size >> 1));
            elements = Arrays.copyOf(elements, capacity);
            numbers = Arrays.copyOf(numbers, capacity);
        }
        elements[size] = element;
        numbers[size++] = number;
    }

    /** The list that goes on from here while this one, which is frozen in an epoch, stays as it is. */
    ElementList successor(int frozenEpoch) {
        ElementList successor = new ElementList(elements, numbers, size, storedBelow);
        successor.sharedEpoch = frozenEpoch;
        successor.onStored();
        return successor;
    }

    /** The database has what is here. */
    void onStored() {
        unstoredFrom = size;
        absentFrom = size;
        deleted = NONE;
        deletesAll = false;
    }

    /** What the database does not know of this list was, perhaps, written, and has to be written again. */
    void takeBack() {
        absentFrom = size;
    }

    /** A list before this one was not, or not all, written: what it owes to the database is owed by this one now. */
    void takeBack(ElementList frozen) {
        if (frozen.deletesAll) {
            deletesAll = true;
            deleted = NONE;
            unstoredFrom = 0;
            return;
        }
        if (!deletesAll) {
            deleted = joined(frozen.deleted, deleted);
        }
        if (frozen.unstoredFrom < frozen.size) {
            long firstUnstored = frozen.numbers[frozen.unstoredFrom];
            int first = Arrays.binarySearch(numbers, 0, size, firstUnstored);
            unstoredFrom = Math.min(unstoredFrom, first >= 0 ? first : -first - 1);
        }
    }

    private static long[] joined(long[] a, long[] b) {
        if (a.length == 0) {
            return b;
        }
        long[] joined = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, joined, a.length, b.length);
        return joined;
    }

    /**
     * An empty list in place of this one.
     *
     * @param storedHere whether the database may have anything of what is here
     * @param storedBefore numbers of what it has and is not here
     */
    ElementList cleared(boolean storedHere, long[] storedBefore) {
        if (!storedHere) {
            return empty();
        }
        if (deletesAll) {
            ElementList list = empty();
            list.deletesAll = true;
            return list;
        }
        return replacing(joined(storedBefore, joined(deleted, Arrays.copyOf(numbers, absentFrom))));
    }

    /** All of a list whose end this is: what the database has before it, and what is here. */
    ElementList completed(List<?> before, long[] numbersBefore, int epochOfSharing) {
        ElementList list = new ElementList(
                Arrays.copyOf(before.toArray(), before.size() + size),
                Arrays.copyOf(numbersBefore, before.size() + size),
                before.size() + size,
                NOTHING);
        System.arraycopy(elements, 0, list.elements, before.size(), size);
        System.arraycopy(numbers, 0, list.numbers, before.size(), size);
        list.owe(this, before.size() + unstoredFrom, before.size() + absentFrom);
        list.sharedEpoch = epochOfSharing;
        return list;
    }

    /** The same list with other elements, of the same numbers, that shares nothing with this one. */
    ElementList with(Object[] otherElements) {
        ElementList list = new ElementList(otherElements, Arrays.copyOf(numbers, size), size, storedBelow);
        list.owe(this, unstoredFrom, absentFrom);
        return list;
    }

    /** The same list with other elements, of the same numbers, all of which are to be written. */
    ElementList rewritten(Object[] otherElements) {
        ElementList list = new ElementList(otherElements, Arrays.copyOf(numbers, size), size, storedBelow);
        list.owe(this, 0, absentFrom);
        list.sharedEpoch = sharedEpoch;
        return list;
    }

    /** What stays when the elements at some indexes go. */
    ElementList without(boolean[] gone) {
        ElementList list = new ElementList(new Object[size], new long[size], 0, storedBelow);
        long[] stored = new long[size];
        int storedCount = 0;
        int stillStored = 0;
        int stillPresent = 0;
        for (int i = 0; i < size; i++) {
            if (!gone[i]) {
                list.add(elements[i], numbers[i]);
                stillStored += i < unstoredFrom ? 1 : 0;
                stillPresent += i < absentFrom ? 1 : 0;
            } else if (i < absentFrom) {
                stored[storedCount++] = numbers[i];
            }
        }
        list.owe(this, stillStored, stillPresent);
        if (!deletesAll) {
            list.deleted = joined(deleted, Arrays.copyOf(stored, storedCount));
        }
        list.sharedEpoch = sharedEpoch;
        return list;
    }

    private void owe(ElementList other, int unstored, int absent) {
        unstoredFrom = unstored;
        absentFrom = absent;
        deleted = other.deleted;
        deletesAll = other.deletesAll;
    }

    /** The elements as they are now. */
    Iterable<Object> view() {
        Object[] now = elements;
        int count = size;
        return () -> new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < count;
            }

            @Override
            public Object next() {
                if (next == count) {
                    throw new NoSuchElementException();
                }
                return now[next++];
            }
        };
    }
}
