package io.tidemark.checkpoint.store;

import com.google.protobuf.ByteString;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.schema.StateFit;
import io.tidemark.checkpoint.schema.StateMisfit;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.timer.TimerColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a store out of what snapshots hold of its key groups. The handle that has most of it becomes the database; the
 * others are copied into it, entry by entry.
 */
final class StoreOpener {
    private static final Logger LOG = LoggerFactory.getLogger(StoreOpener.class);

    private final StoreConfig config;
    private final CheckpointStorage storage;
    private final StateRegistry registry;
    private final UploadedFiles uploads = new UploadedFiles();

    StoreOpener(StoreConfig config, CheckpointStorage storage) {
        this.config = config;
        this.storage = storage;
        this.registry = new StateRegistry(config.operatorUid());
    }

    KeyedStateStore open(List<KeyedStateHandle> restore) throws IOException {
        SerializerSnapshot keySchema = config.keySerializer().schema();
        for (KeyedStateHandle handle : restore) {
            checkKeys(handle, keySchema);
        }
        long nextTimerRegistration = restore.stream()
                .mapToLong(KeyedStateHandle::getNextTimerRegistration)
                .max()
                .orElse(0);
        long nextElement = restore.stream()
                .mapToLong(KeyedStateHandle::getNextElement)
                .max()
                .orElse(0);
        TtlClocks clocks = clocks(restore);
        List<KeyedStateHandle> handles = restore.stream()
                .filter(handle -> handle.getFilesCount() > 0 && rangeOf(handle).overlaps(config.keyGroups()))
                .sorted(Comparator.comparingDouble(this::bytesOfInterest).reversed())
                .toList();

        long startNs = System.nanoTime();
        Path directory = config.directory().resolve("db");
        FileTree.delete(directory);
        StateDatabase database = new StateDatabase(directory, config.nativeMemory(), false);
        KeyedStateHandle unchanged = null;
        try {
            if (!handles.isEmpty()) {
                adopt(handles.get(0), directory);
                if (rangeOf(handles.get(0)).equals(config.keyGroups())) {
                    unchanged = handles.get(0);
                } else {
                    clip(database, rangeOf(handles.get(0)));
                }
                if (!handles.get(0).getTimerLookUps()
                        && new TimerLookUps().make(database, wanted(handles.get(0))) > 0) {
                    unchanged = null;
                }
                for (KeyedStateHandle other : handles.subList(1, handles.size())) {
                    copy(other, database);
                    unchanged = null;
                }
            }
        } catch (UncheckedIOException e) {
            database.release();
            throw e.getCause();
        } catch (IOException | RuntimeException e) {
            database.release();
            throw e;
        }
        if (!handles.isEmpty()) {
            LOG.info(
                    "Brought the state of operator \"{}\", key groups {} to {}, back in {} ms: {} MiB of {} earlier subtasks",
                    config.operatorUid(),
                    config.keyGroups().first(),
                    config.keyGroups().last(),
                    (System.nanoTime() - startNs) / 1_000_000,
                    handles.stream().mapToLong(KeyedStateHandle::getFullBytes).sum() >> 20,
                    handles.size());
        }
        SnapshotContext context = new SnapshotContext(
                config.directory(),
                config.keyGroups(),
                StateRegistry.toBytes(keySchema),
                database,
                new StateWriter(config.keyGroups(), config.maxParallelism(), StateDefinition::snapshot),
                uploads,
                unchanged);
        if (!handles.isEmpty() && unchanged == null) {
            context.onWrite();
        }
        return new KeyedStateStore(config, database, registry, context, nextTimerRegistration, nextElement, clocks);
    }

    private void checkKeys(KeyedStateHandle handle, SerializerSnapshot declared) {
        ByteString bytes = handle.getKeySchema();
        if (!bytes.isEmpty()) {
            SchemaComparison keys = SchemaComparison.of(StateRegistry.fromBytes(bytes), declared);
            if (keys.verdict() != SchemaComparison.Verdict.SAME) {
                throw StateSchemaException.misfits(StateFit.ofKeys("key", keys).stream()
                        .map(difference -> new StateMisfit(config.operatorUid(), "the keyed state", difference))
                        .toList());
            }
        }
    }

    /** What is not over by any of the clocks is not over by the one that goes on from them. */
    private static TtlClocks clocks(List<KeyedStateHandle> restore) {
        long activeMs = restore.stream()
                .filter(KeyedStateHandle::hasTtlActiveMs)
                .mapToLong(KeyedStateHandle::getTtlActiveMs)
                .min()
                .orElse(Long.MIN_VALUE);
        long firstWatermark = restore.stream()
                .filter(KeyedStateHandle::hasTtlFirstWatermark)
                .mapToLong(KeyedStateHandle::getTtlFirstWatermark)
                .max()
                .orElse(Long.MIN_VALUE);
        return new TtlClocks(activeMs, firstWatermark);
    }

    private static KeyGroupRange rangeOf(KeyedStateHandle handle) {
        return new KeyGroupRange(handle.getFirstKeyGroup(), handle.getLastKeyGroup());
    }

    private KeyGroupRange wanted(KeyedStateHandle handle) {
        KeyGroupRange range = rangeOf(handle);
        return new KeyGroupRange(
                Math.max(range.first(), config.keyGroups().first()),
                Math.min(range.last(), config.keyGroups().last()));
    }

    private double bytesOfInterest(KeyedStateHandle handle) {
        return (double) handle.getFullBytes()
                * wanted(handle).count()
                / rangeOf(handle).count();
    }

    private void adopt(KeyedStateHandle handle, Path directory) throws IOException {
        new FileFetch(storage).fetch(handle, directory);
        handle.getFilesList().forEach(uploads::addRestored);
        handle.getStatesList().forEach(registry::restore);
    }

    /** Removes what the database holds of key groups that are not, or not any more, its own. */
    private void clip(StateDatabase database, KeyGroupRange stored) {
        KeyGroupRange own = new KeyGroupRange(
                Math.max(stored.first(), config.keyGroups().first()),
                Math.min(stored.last(), config.keyGroups().last()));
        byte[] first = StateKeyFormat.keyGroupPrefix(own.first());
        byte[] end = StateKeyFormat.keyGroupPrefix(own.last() + 1);
        byte[] last = StateKeyFormat.keyGroupPrefix(0xFFFF);
        try (DatabaseBatch batch = database.batch()) {
            for (Column column : Column.values()) {
                batch.deleteRange(column, StateKeyFormat.keyGroupPrefix(0), first);
                batch.deleteRange(column, end, last);
            }
            batch.write();
        }
    }

    private void copy(KeyedStateHandle handle, StateDatabase target) throws IOException {
        Map<Integer, Integer> ids = new HashMap<>();
        for (StateMeta state : handle.getStatesList()) {
            ids.put(state.getId(), registry.restore(state));
        }
        Path directory = config.directory().resolve("import");
        FileTree.delete(directory);
        new FileFetch(storage).fetch(handle, directory);
        StateDatabase source = new StateDatabase(directory, config.nativeMemory(), true);
        try (DatabaseBatch batch = target.batch()) {
            KeyGroupRange range = wanted(handle);
            copyState(source, batch, range, ids);
            copyTimers(source, batch, range, ids);
            batch.write();
        } finally {
            source.release();
            FileTree.delete(directory);
        }
    }

    private static void copyState(
            StateDatabase source, DatabaseBatch batch, KeyGroupRange range, Map<Integer, Integer> ids) {
        byte[] first = StateKeyFormat.keyGroupPrefix(range.first());
        byte[] end = StateKeyFormat.keyGroupPrefix(range.last() + 1);
        int idAt = StateKeyFormat.STATE_ID_AT;
        try (DatabaseScan scan = source.scan(Column.STATE, first, end)) {
            LongPass pass = new LongPass("state was copied");
            for (; scan.isValid(); scan.next()) {
                pass.onEntry();
                byte[] key = scan.key();
                int newId = newId(((key[idAt] & 0xFF) << 8) | (key[idAt + 1] & 0xFF), ids);
                key[idAt] = (byte) (newId >>> 8);
                key[idAt + 1] = (byte) newId;
                batch.put(Column.STATE, key, scan.value());
            }
        }
    }

    private static void copyTimers(
            StateDatabase source, DatabaseBatch batch, KeyGroupRange range, Map<Integer, Integer> ids) {
        TimerLookUps lookUps = new TimerLookUps();
        LongPass pass = new LongPass("timers were copied");
        for (int group = range.first(); group <= range.last(); group++) {
            try (DatabaseScan scan = TimerLookUps.scanTimes(source, group)) {
                for (; scan.isValid(); scan.next()) {
                    pass.onEntry();
                    byte[] stored = scan.key();
                    byte[] time = TimerColumn.underGroup(newId(TimerColumn.groupOf(stored), ids), stored);
                    batch.put(Column.TIMERS, time, scan.value());
                    lookUps.put(batch, time);
                }
            }
        }
    }

    private static int newId(int id, Map<Integer, Integer> ids) {
        Integer newId = ids.get(id);
        if (newId == null) {
            throw new IllegalStateException("the snapshot holds entries of a state " + id + " that it does not name");
        }
        return newId;
    }
}
