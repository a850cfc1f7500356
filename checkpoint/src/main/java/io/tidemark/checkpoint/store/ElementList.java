package io.tidemark.checkpoint.store;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The elements of a list state. It only grows. A list that is frozen is followed by another one that shares its array: the
 * frozen one does not look beyond its own size, and only the newest of them appends. Elements that can be changed have to be
 * copied before the newest hands them out, as long as the frozen one is needed.
 */
final class ElementList {
    private Object[] elements;
    private int size;
    /** The epoch to which the first elements belong too; 0 when they belong to this list alone. */
    private int sharedEpoch;

    ElementList(int capacity) {
        this.elements = new Object[capacity];
    }

    private ElementList(Object[] elements, int size) {
        this.elements = elements;
        this.size = size;
    }

    static ElementList of(List<?> elements) {
        return new ElementList(elements.toArray(), elements.size());
    }

    int size() {
        return size;
    }

    Object get(int index) {
        return elements[index];
    }

    void add(Object element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, Math.max(4, size + (size >> 1)));
        }
        elements[size++] = element;
    }

    /** The list that goes on from here while this one, which is frozen in an epoch, stays as it is. */
    ElementList successor(int frozenEpoch) {
        ElementList successor = new ElementList(elements, size);
        successor.sharedEpoch = frozenEpoch;
        return successor;
    }

    int sharedEpoch() {
        return sharedEpoch;
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
