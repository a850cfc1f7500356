package io.tidemark.coordinator.simulation;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.placement.Placements;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.InputEdgeDescriptor;
import io.tidemark.network.proto.OutputEdgeDescriptor;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.network.proto.TaskId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * A source that sends the rounds 0, 1, 2, ... of its splits to every sink, or a sink that prepares at barriers what it has got and
 * commits it when the checkpoint is complete. Channels keep order, and break when the two workers do not reach each
 * other.
 */
final class SimTask {
    private static final int SOURCE = 1;
    private static final int SINK = 2;
    private static final int ROUNDS_A_STEP = 5;

    /** What goes over a channel: a run of rounds of a split, a barrier that may stop tasks, or the end. */
    private record Element(int split, long rounds, long barrier, boolean stops, boolean end) {
        static Element run(int split, long rounds) {
            return new Element(split, rounds, 0, false, false);
        }
    }

    private final Simulation simulation;
    private final World world;
    private final SimWorker worker;
    private final TaskId id;
    private final String name;
    private final long epoch;
    private final List<Placements.Peer> peers;
    private final int parallelism;

    private boolean started;
    private boolean ended;
    private boolean over;
    private boolean drained;
    /** The checkpoint at whose barrier it stands still; 0 for none. */
    private long stoppedAt;

    // By split; a source has some of them.
    private final long[] rounds;
    private final long[] preparedUpTo;
    private final List<World.Committable> prepared = new ArrayList<>();
    private boolean restoredCommitted;
    private int restoredParallelism;

    // A sink's inputs.
    private final List<Deque<Element>> inputs = new ArrayList<>();
    private final boolean[] inputEnded;
    private final long[] blockedBy;
    private long aligning;
    /** Barriers up to this one are passed over. */
    private long givenUp;

    // A source's outputs: when the last element of each arrives.
    private final long[] arrivesAtMs;

    SimTask(Simulation simulation, SimWorker worker, DeployRequest request, TaskDescriptor descriptor) {
        this.simulation = simulation;
        this.world = simulation.world();
        this.worker = worker;
        this.id = descriptor.getTask();
        this.epoch = request.getEpoch();
        this.parallelism = descriptor.getParallelism();
        this.name = (id.getVertex() == SOURCE ? "source " : "sink ") + id.getSubtask() + " of " + id.getJobId()
                + " attempt " + id.getAttempt();
        this.peers = peers(request, descriptor);
        this.rounds = new long[world.splits()];
        this.preparedUpTo = new long[world.splits()];
        this.inputEnded = new boolean[parallelism];
        this.blockedBy = new long[parallelism];
        this.arrivesAtMs = new long[parallelism];
        for (int i = 0; i < parallelism; i++) {
            inputs.add(new ArrayDeque<>());
        }
        world.starts(id.getJobId(), id.getAttempt(), request.getRestoredCheckpointId());
        World.check(
                (request.getRestoredCheckpointId() == 0) == (descriptor.getRestoreCount() == 0),
                "%s starts from checkpoint %s with %s snapshots",
                name,
                request.getRestoredCheckpointId(),
                descriptor.getRestoreCount());
        if (descriptor.getRestoreCount() > 0) {
            restore(descriptor);
        }
    }

    private static List<Placements.Peer> peers(DeployRequest request, TaskDescriptor descriptor) {
        try {
            Placements placements = Placements.of(request);
            int subtask = descriptor.getTask().getSubtask();
            if (descriptor.getTask().getVertex() == SOURCE) {
                OutputEdgeDescriptor output = descriptor.getOutputs(0);
                return placements.peers(
                        output.getEdge(), subtask, output.getConsumerVertex(), output.getConsumerParallelism());
            }
            InputEdgeDescriptor input = descriptor.getInputs(0);
            return placements.peers(
                    input.getEdge(), subtask, input.getProducerVertex(), input.getProducerParallelism());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private void restore(TaskDescriptor descriptor) {
        try {
            TaskSnapshot snapshot = TaskSnapshot.parseFrom(descriptor.getRestore(0));
            World.check(
                    snapshot.getVertex() == id.getVertex() && snapshot.getSubtask() == id.getSubtask(),
                    "%s gets the snapshot of %s/%s",
                    name,
                    snapshot.getVertex(),
                    snapshot.getSubtask());
            List<World.Snapshot> states = world.snapshots(snapshot.getOperators(0));
            World.check(
                    states.size() == 1 || states.size() == states.get(0).parallelism(),
                    "%s starts from %s snapshots of %s",
                    name,
                    states.size(),
                    states.get(0).parallelism());
            for (World.Snapshot state : states) {
                for (int split = 0; split < rounds.length; split++) {
                    // A source knows of its own splits, and every sink of all.
                    World.check(
                            isSource() || state == states.get(0) || rounds[split] == state.rounds()[split],
                            "%s: sinks differ in split %s",
                            name,
                            split);
                    rounds[split] = Math.max(rounds[split], state.rounds()[split]);
                }
                prepared.addAll(state.prepared());
            }
            System.arraycopy(rounds, 0, preparedUpTo, 0, rounds.length);
            drained = isSource() && states.stream().allMatch(World.Snapshot::ended);
            restoredParallelism = states.get(0).parallelism();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    TaskId id() {
        return id;
    }

    long epoch() {
        return epoch;
    }

    @Override
    public String toString() {
        return name;
    }

    private boolean isSource() {
        return id.getVertex() == SOURCE;
    }

    // ------------------------------------------------------------------------------------------ life

    void deployed() {
        if (over) {
            return;
        }
        if (!restoredCommitted && !isSource()) {
            // What the restored checkpoint holds is complete for good.
            restoredCommitted = true;
            prepared.forEach(committable -> world.commit(id.getJobId(), committable));
            prepared.clear();
            if (restoredParallelism != 0 && id.getSubtask() >= restoredParallelism) {
                world.joins(id.getJobId(), id.getSubtask(), rounds);
            }
        }
        worker.report(this, "DEPLOYED", ErrorDetail.getDefaultInstance(), false, false);
    }

    void start() {
        if (!started && !over) {
            started = true;
            worker.later(simulation.random().nextInt(30), () -> {
                if (!over) {
                    worker.report(this, "RUNNING", ErrorDetail.getDefaultInstance(), false, false);
                    if (isSource()) {
                        step();
                    }
                }
            });
        }
    }

    /** Ends without a word, as with its process or for a newer attempt. */
    void vanish() {
        if (!over) {
            over = true;
            breakChannels();
        }
    }

    void cancel() {
        if (!over) {
            over = true;
            worker.later(simulation.random().nextInt(200), () -> {
                worker.gone(this);
                worker.report(this, "CANCELLED", ErrorDetail.getDefaultInstance(), false, false);
            });
        }
    }

    void fail(String cause, boolean elsewhere) {
        if (!over) {
            over = true;
            worker.gone(this);
            breakChannels();
            worker.report(
                    this, "FAILED", ErrorDetail.newBuilder().setCause(cause).build(), true, elsewhere);
        }
    }

    void finish(long finalCheckpointId) {
        if (over) {
            return;
        }
        World.check(ended || stoppedAt != 0, "%s is to finish and has not ended", name);
        commitUpTo(finalCheckpointId);
        World.check(prepared.isEmpty(), "%s finishes with %s uncommitted", name, prepared);
        over = true;
        worker.gone(this);
        worker.report(this, "FINISHED", ErrorDetail.getDefaultInstance(), false, false);
    }

    private void breakChannels() {
        for (Placements.Peer peer : peers) {
            SimWorker there = peer.dataAddress().isEmpty() ? worker : simulation.worker(peer.dataAddress());
            TaskId other = id.toBuilder()
                    .setVertex(isSource() ? SINK : SOURCE)
                    .setSubtask(peer.subtask())
                    .build();
            simulation.agenda().in(simulation.network().delayMs(), () -> {
                SimTask task = there.isUp() ? there.find(other) : null;
                if (task != null) {
                    there.later(0, () -> task.fail("lost the channel to " + name, true));
                }
            });
        }
    }

    // ------------------------------------------------------------------------------------- checkpoints

    void trigger(long checkpointId, boolean stops) {
        if (!over && started && checkpointId > aligning) {
            World.check(
                    stoppedAt == 0, "%s stands at checkpoint %s and is asked for %s", name, stoppedAt, checkpointId);
            aligning = checkpointId;
            snapshot(checkpointId, stops);
            send(new Element(0, 0, checkpointId, stops, false));
        }
    }

    void drain() {
        drained = isSource();
    }

    /** The checkpoint is given up, or what stands at its barrier is to go on. */
    void goOn(long checkpointId) {
        if (stoppedAt == checkpointId) {
            stoppedAt = 0;
        }
        givenUp = Math.max(givenUp, checkpointId);
        if (aligning <= checkpointId) {
            Arrays.fill(blockedBy, 0);
        }
        work();
    }

    private void snapshot(long checkpointId, boolean stops) {
        if (stops) {
            stoppedAt = checkpointId;
        }
        if (!isSource()) {
            prepared.add(new World.Committable(
                    id.getSubtask(), checkpointId, id.getAttempt(), preparedUpTo.clone(), rounds.clone()));
            System.arraycopy(rounds, 0, preparedUpTo, 0, rounds.length);
        }
        World.Snapshot snapshot = new World.Snapshot(
                id.getAttempt(), parallelism, checkpointId, ended, rounds.clone(), List.copyOf(prepared));
        boolean fails = simulation.diskFails();
        worker.later(simulation.random().nextInt(60), () -> {
            if (over) {
                return;
            }
            if (fails) {
                worker.decline(this, checkpointId);
            } else {
                worker.ack(this, checkpointId, snapshot);
            }
        });
    }

    void commitUpTo(long checkpointId) {
        if (over) {
            return;
        }
        for (World.Committable committable : List.copyOf(prepared)) {
            if (committable.checkpointId() <= checkpointId) {
                world.commit(id.getJobId(), committable);
                prepared.remove(committable);
            }
        }
    }

    // ----------------------------------------------------------------------------------------- records

    private void step() {
        if (over) {
            return;
        }
        if (simulation.userCodeFails()) {
            fail("java.lang.IllegalStateException: boom", false);
            return;
        }
        if (stoppedAt == 0) {
            boolean isDone = true;
            for (int split = id.getSubtask(); split < rounds.length && !drained; split += parallelism) {
                long count = Math.min(simulation.rounds() - rounds[split], ROUNDS_A_STEP);
                if (count > 0) {
                    isDone = false;
                    rounds[split] += count;
                    send(Element.run(split, count));
                }
            }
            if (isDone) {
                ended = true;
                send(new Element(0, 0, 0, false, true));
                worker.report(this, "ENDED", ErrorDetail.getDefaultInstance(), false, false);
                return;
            }
        }
        worker.later(20 + simulation.random().nextInt(60), this::step);
    }

    private void send(Element element) {
        for (Placements.Peer peer : peers) {
            int sink = peer.subtask();
            SimWorker there = peer.dataAddress().isEmpty() ? worker : simulation.worker(peer.dataAddress());
            long nowMs = simulation.agenda().nowMs();
            arrivesAtMs[sink] = Math.max(
                    arrivesAtMs[sink],
                    nowMs + (there == worker ? 0 : simulation.network().delayMs()));
            TaskId other = id.toBuilder().setVertex(SINK).setSubtask(sink).build();
            simulation.agenda().in(arrivesAtMs[sink] - nowMs, () -> deliver(there, other, element));
        }
    }

    private void deliver(SimWorker there, TaskId other, Element element) {
        if (over) {
            return;
        }
        SimTask task = there.isUp() ? there.find(other) : null;
        if (task == null || simulation.network().isCut(worker.workerId(), there.workerId())) {
            worker.later(0, () -> fail("cannot reach sink " + other.getSubtask(), true));
            if (task != null) {
                there.later(0, () -> task.fail("lost the channel to " + name, true));
            }
            return;
        }
        there.later(0, () -> task.arrived(id.getSubtask(), element));
    }

    private void arrived(int source, Element element) {
        if (over) {
            return;
        }
        inputs.get(source).addLast(element);
        work();
    }

    private void work() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int source = 0; source < parallelism; source++) {
                while (stoppedAt == 0
                        && blockedBy[source] == 0
                        && !inputs.get(source).isEmpty()) {
                    moved = true;
                    take(source, inputs.get(source).removeFirst());
                }
            }
        }
    }

    private void take(int source, Element element) {
        if (element.barrier() != 0) {
            barrier(source, element.barrier(), element.stops());
        } else if (element.end()) {
            inputEnded[source] = true;
            boolean all = true;
            for (boolean each : inputEnded) {
                all &= each;
            }
            if (all) {
                ended = true;
                worker.report(this, "ENDED", ErrorDetail.getDefaultInstance(), false, false);
            }
        } else {
            rounds[element.split()] += element.rounds();
        }
    }

    private void barrier(int source, long checkpointId, boolean stops) {
        if (checkpointId < aligning || checkpointId <= givenUp) {
            return;
        }
        if (checkpointId > aligning) {
            // A newer one: the older is given up, and what waited behind its barriers goes on.
            aligning = checkpointId;
            Arrays.fill(blockedBy, 0);
        }
        blockedBy[source] = checkpointId;
        for (long blocked : blockedBy) {
            if (blocked != checkpointId) {
                return;
            }
        }
        Arrays.fill(blockedBy, 0);
        snapshot(checkpointId, stops);
    }
}
