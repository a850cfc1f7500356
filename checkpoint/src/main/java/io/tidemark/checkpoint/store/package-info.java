/**
 * The keyed state of an operator subtask: objects in a cache, RocksDB behind it, and snapshots of both.
 *
 * <p>Central type: {@link io.tidemark.checkpoint.store.KeyedStateStore}. Inside, {@code StateCache} holds what is
 * deserialised and knows what is dirty, {@code StateDatabase} owns RocksDB and every native handle, and {@code
 * FrozenStore} writes what was frozen.
 *
 * <p>Threading: a store belongs to the thread that steps its task. What was frozen, for a snapshot or ahead of one, is
 * written by one other thread at a time, which sees nothing else. {@link io.tidemark.checkpoint.store.NativeMemory} and {@link
 * io.tidemark.checkpoint.store.CacheBudget} are shared by all stores of a worker.
 */
package io.tidemark.checkpoint.store;
