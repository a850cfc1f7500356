package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.key.NumberKind;

/** The key that all states of a store mean at the moment. A number is boxed only when somebody asks for the object. */
final class CurrentKey {
    /** Null when keys are no numbers. */
    private final NumberKind number;

    /** Null when no key is set, and while a number has not been boxed. */
    private Object key;

    private long bits;
    private int hash;
    private boolean isUnboxed;

    /** @param number what the keys are; null when they are no numbers */
    CurrentKey(NumberKind number) {
        this.number = number;
    }

    /** @param key null for none */
    void set(Object key, int hash) {
        this.key = key;
        this.hash = hash;
        isUnboxed = false;
    }

    /** Sets a number. */
    void setBits(long keyBits, int hash) {
        if (number == null) {
            throw new IllegalStateException("a key was set as a number, and the keys of the store are none");
        }
        bits = keyBits;
        this.hash = hash;
        key = null;
        isUnboxed = true;
    }

    /** The same key, as state holds it: what is made of the current key then needs no key of its own. */
    void share(Object equalKey) {
        key = equalKey;
    }

    Object key() {
        Object boxed = keyOrNull();
        if (boxed == null) {
            throw new IllegalStateException("no key is set: keyed state belongs to the key of a record or timer");
        }
        return boxed;
    }

    Object keyOrNull() {
        if (key == null && isUnboxed) {
            key = number.box(bits);
        }
        return key;
    }

    /** The key's bits, in a store whose keys are numbers. */
    long bits() {
        if (!isUnboxed) {
            bits = number.unbox(key());
            isUnboxed = true;
        }
        return bits;
    }

    int hash() {
        return hash;
    }
}
