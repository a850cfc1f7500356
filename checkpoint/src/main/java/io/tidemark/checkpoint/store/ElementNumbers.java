package io.tidemark.checkpoint.store;

/**
 * Gives the elements of a store's lists their numbers. They rise over all lists, so that an element can be added to a list
 * of which nothing is known. Used by the task's thread.
 */
final class ElementNumbers {
    private long next;

    /** @param next where the numbers of the restored snapshot ended; 0 on a fresh start */
    ElementNumbers(long next) {
        this.next = next;
    }

    long take() {
        return next++;
    }

    /** The number that the next element gets. */
    long next() {
        return next;
    }
}
