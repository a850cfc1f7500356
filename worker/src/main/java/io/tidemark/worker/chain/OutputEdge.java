package io.tidemark.worker.chain;

import io.tidemark.api.operator.CustomPartitioner;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.plan.Directed;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.key.NumberKind;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.OutputChannel;
import java.util.BitSet;
import java.util.List;

/**
 * An edge out of the chain: chooses the consumer of each record, and tells all of them what is not a record. It is made
 * before its channels are open; {@link #open} comes before the first record.
 */
public final class OutputEdge {
    private static final OutputChannel[] CLOSED = {};

    private final int id;
    private final Receiver receiver;
    private OutputChannel[] channels = CLOSED;
    private long recordCount;
    /** By key group whether a record fell into it; empty unless records go by key. */
    private boolean[] usedKeyGroups = {};

    private OutputEdge(int id, Partitioning partitioning, Object partitioner, int firstTarget, int maxParallelism) {
        this.id = id;
        this.receiver = create(partitioning, partitioner, firstTarget, maxParallelism);
    }

    /**
     * @param id of the plan's edge
     * @param partitioner a {@link KeySpec} for HASH, a {@link CustomPartitioner} for CUSTOM, else null
     * @param subtask of the producing task; round robin begins there, so that producers do not all begin with the same
     *     consumer
     * @param maxParallelism number of key groups
     */
    public static OutputEdge create(
            int id, Partitioning partitioning, Object partitioner, int subtask, int maxParallelism) {
        return new OutputEdge(id, partitioning, partitioner, subtask, maxParallelism);
    }

    @SuppressWarnings("unchecked")
    private Receiver create(Partitioning partitioning, Object partitioner, int subtask, int maxParallelism) {
        return switch (partitioning) {
            case FORWARD -> new Forward();
            case REBALANCE -> new Rebalance(subtask);
            case BROADCAST -> new Broadcast();
            case HASH -> new Hash((KeySpec<Object, Object>) partitioner, maxParallelism);
            case CUSTOM -> new Custom((CustomPartitioner<Object, Object>) partitioner);
            case DIRECT -> new Direct();
        };
    }

    /** @param channels by the consumer's subtask; one for FORWARD */
    public void open(List<OutputChannel> channels) {
        if (channels.isEmpty()) {
            throw new IllegalArgumentException("edge " + id + " has no consumer");
        }
        this.channels = channels.toArray(OutputChannel[]::new);
        if (receiver instanceof Hash hash) {
            hash.open();
        }
    }

    public int id() {
        return id;
    }

    Receiver receiver() {
        return receiver;
    }

    OutputChannel[] channels() {
        return channels;
    }

    /** How many records went out, each counted once for each consumer that got it. */
    long recordCount() {
        return recordCount;
    }

    /** The key groups into which records fell so far; any thread may ask, and hear of the latest a little later. */
    public BitSet usedKeyGroups() {
        boolean[] used = usedKeyGroups;
        BitSet groups = new BitSet(used.length);
        for (int group = 0; group < used.length; group++) {
            if (used[group]) {
                groups.set(group);
            }
        }
        return groups;
    }

    void write(ControlElement element) {
        for (OutputChannel channel : channels) {
            channel.write(element);
        }
    }

    boolean hasRoom() {
        for (OutputChannel channel : channels) {
            if (!channel.hasRoom()) {
                return false;
            }
        }
        return true;
    }

    boolean isLessThanHalfFull() {
        for (OutputChannel channel : channels) {
            if (!channel.isLessThanHalfFull()) {
                return false;
            }
        }
        return true;
    }

    boolean flush(long nowNs, boolean force) {
        boolean moved = false;
        for (OutputChannel channel : channels) {
            moved |= channel.flush(nowNs, force);
        }
        return moved;
    }

    boolean isDrained() {
        for (OutputChannel channel : channels) {
            if (!channel.isDrained()) {
                return false;
            }
        }
        return true;
    }

    Throwable failure() {
        for (OutputChannel channel : channels) {
            Throwable failure = channel.failure();
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    void close() {
        for (OutputChannel channel : channels) {
            channel.close();
        }
    }

    private final class Forward implements Receiver {
        @Override
        public void receive(Object value, long timestamp) {
            recordCount++;
            channels[0].write(value, timestamp, 0);
        }
    }

    private final class Rebalance implements Receiver {
        private int next;

        Rebalance(int first) {
            next = first;
        }

        @Override
        public void receive(Object value, long timestamp) {
            recordCount++;
            if (next >= channels.length) {
                next %= channels.length;
            }
            channels[next++].write(value, timestamp, 0);
        }
    }

    private final class Broadcast implements Receiver {
        @Override
        public void receive(Object value, long timestamp) {
            recordCount += channels.length;
            for (OutputChannel channel : channels) {
                channel.write(value, timestamp, 0);
            }
        }
    }

    private final class Hash implements Receiver {
        private final RecordKey key;
        private final TypeSerializer<Object> serializer;
        /** Null when keys are no numbers. */
        private final NumberKind number;

        private final int maxParallelism;

        /** By key group, so that no division is left per record. */
        private short[] subtasks = {};

        Hash(KeySpec<Object, Object> spec, int maxParallelism) {
            this.key = new RecordKey(spec);
            this.serializer = spec.serializer();
            this.number = NumberKind.ofKeys(serializer);
            this.maxParallelism = maxParallelism;
        }

        @Override
        public void receive(Object value, long timestamp) {
            recordCount++;
            Object found = key.of(value);
            int hash = serializer.hash(found);
            if (number == null) {
                subtaskOf(hash).write(value, timestamp, hash);
            } else {
                subtaskOf(hash).write(value, timestamp, hash, number.unbox(found));
            }
        }

        /** There is no branch for the first record: compiled code that has never seen one would be thrown away for it. */
        void open() {
            usedKeyGroups = new boolean[maxParallelism];
            subtasks = new short[maxParallelism];
            for (int group = 0; group < maxParallelism; group++) {
                subtasks[group] = (short) KeyGroups.subtask(group, channels.length, maxParallelism);
            }
        }

        private OutputChannel subtaskOf(int hash) {
            int keyGroup = KeyGroups.keyGroup(hash, maxParallelism);
            usedKeyGroups[keyGroup] = true;
            return channels[subtasks[keyGroup]];
        }
    }

    private final class Custom implements Receiver {
        private final CustomPartitioner<Object, Object> partitioner;

        Custom(CustomPartitioner<Object, Object> partitioner) {
            this.partitioner = partitioner;
        }

        @Override
        public void receive(Object value, long timestamp) {
            recordCount++;
            int target;
            try {
                target = partitioner.partitioner().partition(partitioner.key().getKey(value), channels.length);
            } catch (Exception e) {
                throw new OperatorFailure(
                        "The partitioner "
                                + partitioner.partitioner().getClass().getName(),
                        e);
            }
            if (target < 0 || target >= channels.length) {
                throw new IllegalStateException("the partitioner "
                        + partitioner.partitioner().getClass().getName() + " returned " + target + " for "
                        + channels.length + " subtasks; it must return 0 to " + (channels.length - 1));
            }
            channels[target].write(value, timestamp, 0);
        }
    }

    private final class Direct implements Receiver {
        @Override
        public void receive(Object value, long timestamp) {
            recordCount++;
            channels[((Directed) value).targetSubtask()].write(value, timestamp, 0);
        }
    }
}
