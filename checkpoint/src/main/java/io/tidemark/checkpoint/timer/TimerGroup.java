package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.StableHash;
import io.tidemark.api.type.TypeSerializer;

/**
 * Timers that one part of an operator sets and handles.
 *
 * @param index what the queue calls it: counted from 0 in the order of declaration
 * @param id what snapshots call it
 * @param namespaceSerializer for the task's thread
 * @param snapshotNamespaceSerializer for the thread that writes snapshots
 */
record TimerGroup(
        int index,
        int id,
        String name,
        TypeSerializer<Object> namespaceSerializer,
        TypeSerializer<Object> snapshotNamespaceSerializer) {

    int hash(TimerDomain domain, int keyHash, Object namespace, long timestamp) {
        int hash = StableHash.combine(keyHash, namespace == null ? 0 : namespaceSerializer.hash(namespace));
        hash = StableHash.combine(hash, (int) timestamp);
        hash = StableHash.combine(hash, (int) (timestamp >>> Integer.SIZE));
        return StableHash.finish(hash + (index << 1) + domain.ordinal());
    }

    boolean sameNamespace(Object a, Object b) {
        return a == b || (a != null && b != null && namespaceSerializer.equal(a, b));
    }
}
