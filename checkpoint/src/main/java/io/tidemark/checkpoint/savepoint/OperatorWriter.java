package io.tidemark.checkpoint.savepoint;

import com.google.protobuf.ByteString;
import io.tidemark.api.state.BroadcastStateDeclaration;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.proto.StateSharing;
import io.tidemark.checkpoint.schema.FunctionStates;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Writes the state of one operator of a savepoint to be. Used by one thread. */
public final class OperatorWriter {
    private final String uid;
    private final int maxParallelism;
    private final List<OperatorSnapshot.Builder> parts;
    private final ScratchDirectory scratch;
    private final CheckpointStorage target;
    private final Clock clock;
    private final Set<String> statesToRemove = new TreeSet<>();
    private final Set<String> timersToRemove = new TreeSet<>();
    private CheckpointStorage files;
    private int openings;
    private boolean isOpen;

    /**
     * @param parts what the subtasks have, in their order
     * @param files where their files are
     * @param target where what is written goes
     */
    OperatorWriter(
            String uid,
            int maxParallelism,
            List<OperatorSnapshot.Builder> parts,
            ScratchDirectory scratch,
            CheckpointStorage files,
            CheckpointStorage target,
            Clock clock) {
        this.uid = uid;
        this.maxParallelism = maxParallelism;
        this.parts = parts;
        this.scratch = scratch;
        this.files = files;
        this.target = target;
        this.clock = clock;
    }

    public String uid() {
        return uid;
    }

    /** Says which event time all subtasks have passed on. */
    public OperatorWriter watermark(long watermark) {
        parts.forEach(part -> part.setWatermark(watermark).setAdvancingTo(watermark));
        return this;
    }

    // The operator's own lists

    /**
     * Sets an own list of the operator, in place of what there was. Its elements are spread over the subtasks; each gets all if
     * there was one that all had alike, as broadcast state is.
     */
    public <T> OperatorWriter own(String name, TypeSerializer<T> serializer, List<T> elements) {
        return write(name, removeOwnParts(name), serializer, elements);
    }

    /** Sets a list that the operator's function keeps for itself, in place of what there was; dealt out to the subtasks. */
    public <T> OperatorWriter list(ListStateDescriptor<T> descriptor, List<T> elements) {
        return write(
                FunctionStates.list(descriptor.getName()), StateSharing.SPLIT, descriptor.createSerializer(), elements);
    }

    /** Sets a union list of the operator's function, in place of what there was; every subtask gets all of it. */
    public <T> OperatorWriter unionList(ListStateDescriptor<T> descriptor, List<T> elements) {
        return write(
                FunctionStates.list(descriptor.getName()), StateSharing.UNION, descriptor.createSerializer(), elements);
    }

    /** Sets a broadcast state of the operator's function, in place of what there was; every subtask gets it. */
    public <K, V> OperatorWriter broadcast(MapStateDescriptor<K, V> descriptor, Map<K, V> entries) {
        return write(
                FunctionStates.broadcast(descriptor.getName()),
                StateSharing.BROADCAST,
                BroadcastEntries.serializer(descriptor),
                BroadcastEntries.of(entries));
    }

    /** As above, of a function that declares its states. */
    public <K, V> OperatorWriter broadcast(BroadcastStateDeclaration<K, V> declaration, Map<K, V> entries) {
        return broadcast(BroadcastEntries.descriptor(declaration), entries);
    }

    private <T> OperatorWriter write(
            String name, StateSharing sharing, TypeSerializer<T> serializer, List<T> elements) {
        removeOwnParts(name);
        BinaryWriter schema = new BinaryWriter(64);
        serializer.schema().writeTo(schema);
        List<NamedState.Builder> lists = new ArrayList<>();
        for (OperatorSnapshot.Builder part : parts) {
            lists.add(part.addOwnBuilder()
                    .setName(name)
                    .setSharing(sharing)
                    .setSchema(ByteString.copyFrom(schema.toByteArray())));
        }
        BinaryWriter bytes = new BinaryWriter(64);
        for (int i = 0; i < elements.size(); i++) {
            bytes.reset();
            serializer.serialize(elements.get(i), bytes);
            ByteString element = ByteString.copyFrom(bytes.toByteArray());
            if (sharing == StateSharing.BROADCAST) {
                lists.forEach(list -> list.addElements(element));
            } else {
                lists.get(i % lists.size()).addElements(element);
            }
        }
        return this;
    }

    /** Removes an own list of the operator; one that there is not is no error. */
    public OperatorWriter removeOwn(String name) {
        removeOwnParts(name);
        return this;
    }

    /** @return how the list was shared */
    private StateSharing removeOwnParts(String name) {
        StateSharing sharing = StateSharing.SPLIT;
        for (OperatorSnapshot.Builder part : parts) {
            for (int i = part.getOwnCount() - 1; i >= 0; i--) {
                if (part.getOwn(i).getName().equals(name)) {
                    sharing = part.getOwn(i).getSharing();
                    part.removeOwn(i);
                }
            }
        }
        return sharing;
    }

    // Keyed state

    /**
     * Removes a keyed state with all that is in it, so that it may be written anew, of another type too.
     *
     * @throws NoSuchStateException when there is none of that name
     */
    public OperatorWriter removeState(String name) {
        require("state", name, false);
        statesToRemove.add(name);
        return this;
    }

    /**
     * Removes a group of timers.
     *
     * @throws NoSuchStateException when there is none of that name
     */
    public OperatorWriter removeTimers(String group) {
        require("group of timers", group, true);
        timersToRemove.add(group);
        return this;
    }

    private void require(String what, String name, boolean isTimers) {
        List<String> known = parts.stream()
                .flatMap(part -> part.getKeyed().getStatesList().stream())
                .filter(meta -> meta.getKind().equals(StoredState.TIMERS) == isTimers)
                .map(StateMeta::getName)
                .distinct()
                .toList();
        if (!known.contains(name)) {
            throw new NoSuchStateException(what, name, "Operator \"" + uid + "\"", known);
        }
    }

    /**
     * Opens the keyed state, to change it or add to it. It has to be closed before anything else is done with the operator.
     *
     * @param keyType that of the keys that are stored, if there are any
     * @throws io.tidemark.checkpoint.store.StateSchemaException when keys of another type are stored
     */
    public <K> KeyedStateWriter<K> keyed(TypeInformation<K> keyType) throws IOException {
        TypeSerializer<K> keys = keyType.createSerializer();
        return new KeyedStateWriter<>(this, openStores(keys), keys, maxParallelism);
    }

    private OperatorStores openStores(TypeSerializer<?> keys) throws IOException {
        if (isOpen) {
            throw new IllegalStateException("the keyed state of operator \"" + uid + "\" is open already");
        }
        List<KeyGroupRange> ranges = new ArrayList<>();
        List<KeyedStateHandle> handles = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            boolean isStored = parts.get(i).hasKeyed();
            KeyedStateHandle handle = isStored ? parts.get(i).getKeyed() : null;
            ranges.add(
                    isStored
                            ? new KeyGroupRange(handle.getFirstKeyGroup(), handle.getLastKeyGroup())
                            : KeyGroups.range(i, parts.size(), maxParallelism));
            handles.add(handle);
        }
        OperatorStores stores = new OperatorStores(
                scratch.path().resolve("stores-" + System.identityHashCode(this) + "-" + openings++),
                uid,
                ranges,
                maxParallelism,
                keys,
                handles,
                files,
                clock::millis,
                parts.get(0).getWatermark());
        statesToRemove.forEach(name -> stores.forget(name, false));
        timersToRemove.forEach(name -> stores.forget(name, true));
        stores.refuseMisfits();
        statesToRemove.clear();
        timersToRemove.clear();
        isOpen = true;
        return stores;
    }

    void takeBack(OperatorStores stores) throws IOException {
        if (!isOpen) {
            return;
        }
        // When it fails the state stays open, so that no savepoint is made without what was written.
        try (stores) {
            List<KeyedStateHandle> handles = stores.write(target);
            for (int i = 0; i < handles.size(); i++) {
                parts.get(i).setKeyed(handles.get(i));
            }
            files = target;
            isOpen = false;
        }
    }

    /** Carries out what was asked for and needs no type. */
    void finish() throws IOException {
        if (isOpen) {
            throw new IllegalStateException("the keyed state of operator \"" + uid + "\" was not closed, or not well");
        }
        if (!statesToRemove.isEmpty() || !timersToRemove.isEmpty()) {
            takeBack(openStores(new StoredKeySerializer(keySchema())));
        }
    }

    private SerializerSnapshot keySchema() {
        byte[] bytes = parts.stream()
                .map(part -> part.getKeyed().getKeySchema())
                .filter(schema -> !schema.isEmpty())
                .findFirst()
                .orElseThrow()
                .toByteArray();
        return SerializerSnapshot.readFrom(new BinaryReader(bytes));
    }
}
