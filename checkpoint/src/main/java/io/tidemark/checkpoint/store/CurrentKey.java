package io.tidemark.checkpoint.store;

/** The key that all states of a store mean at the moment. */
final class CurrentKey {
    private Object key;
    private int hash;

    void set(Object key, int hash) {
        this.key = key;
        this.hash = hash;
    }

    /** The same key, as state holds it: what is made of the current key then needs no key of its own. */
    void share(Object equalKey) {
        key = equalKey;
    }

    Object key() {
        if (key == null) {
            throw new IllegalStateException("no key is set: keyed state belongs to the key of a record or timer");
        }
        return key;
    }

    Object keyOrNull() {
        return key;
    }

    int hash() {
        return hash;
    }
}
