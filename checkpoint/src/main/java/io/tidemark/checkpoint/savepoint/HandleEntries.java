package io.tidemark.checkpoint.savepoint;

import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.store.SnapshotEntries;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.BiFunction;

/** Walks the entries of one state, or the timers of one group, over the handles of all subtasks and all stored forms. */
final class HandleEntries<E> implements Entries<E> {
    private record Part<E>(KeyedStateHandle handle, int id, BiFunction<byte[], byte[], E> decoder) {}

    private final OpenHandles open;
    private final boolean timers;
    private final Queue<Part<E>> parts = new ArrayDeque<>();
    private Part<E> part;
    private SnapshotEntries entries;
    private SnapshotEntries.Walk walk;
    private E next;

    /**
     * @param timers whether to walk timers
     * @param decoders what makes an entry of a stored key and value, by the form in which the state is stored
     */
    HandleEntries(
            OpenHandles open,
            List<KeyedStateHandle> handles,
            boolean timers,
            Map<StoredState, BiFunction<byte[], byte[], E>> decoders) {
        this.open = open;
        this.timers = timers;
        for (KeyedStateHandle handle : handles) {
            for (StateMeta meta : handle.getStatesList()) {
                BiFunction<byte[], byte[], E> decoder = decoders.get(StoredState.of(meta));
                if (handle.getFilesCount() > 0 && decoder != null) {
                    parts.add(new Part<>(handle, meta.getId(), decoder));
                }
            }
        }
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            if (walk == null && !openNext()) {
                return false;
            }
            advance();
        }
        return true;
    }

    private boolean openNext() {
        part = parts.poll();
        if (part == null) {
            return false;
        }
        entries = open.open(part.handle());
        walk = timers ? entries.timers() : entries.state(part.id());
        return true;
    }

    private void advance() {
        while (walk.next()) {
            if (walk.id() == part.id()) {
                next = part.decoder().apply(walk.key(), walk.value());
                return;
            }
        }
        closeWalk();
    }

    private void closeWalk() {
        if (walk != null) {
            walk.close();
            walk = null;
        }
        // There is no walk when a damaged database could not be opened.
        if (entries != null) {
            entries.close();
            entries = null;
        }
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        E entry = next;
        next = null;
        return entry;
    }

    @Override
    public void close() {
        parts.clear();
        next = null;
        closeWalk();
    }
}
