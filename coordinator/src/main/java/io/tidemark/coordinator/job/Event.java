package io.tidemark.coordinator.job;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.coordinator.graph.TaskSlot;
import io.tidemark.network.proto.DeclineCheckpointRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.TaskMetrics;
import java.util.List;

/** What happens to a {@link JobMaster}. Events may come late or twice; those of a stale epoch or attempt have no effect. */
public sealed interface Event {
    /** Which of the events it is. */
    enum Kind {
        BEGIN,
        TICK,
        CANCEL_REQUESTED,
        ASKED,
        SLOTS_GRANTED,
        SLOTS_SHORT,
        WORKER_LOST,
        WORKER_IDLE,
        CALL_DONE,
        CALL_REFUSED,
        TASK_REPORTED,
        METRICS,
        CHECKPOINT_ACKED,
        CHECKPOINT_DECLINED,
        PERSISTED,
        PERSIST_FAILED,
        MANIFEST_READ,
        MANIFEST_UNREADABLE,
        MANIFEST_WRITTEN,
        MANIFEST_FAILED,
        SAVEPOINT_READ,
        SAVEPOINT_WRITTEN,
        SAVEPOINT_FAILED,
        CLEANED_UP,
        LATE_KEPT
    }

    Kind kind();

    /** The first event: the facts that the master was made with are durable. */
    record Begin() implements Event {
        @Override
        public Kind kind() {
            return Kind.BEGIN;
        }
    }

    /** Some time has passed. */
    record Tick() implements Event {
        @Override
        public Kind kind() {
            return Kind.TICK;
        }
    }

    record CancelRequested() implements Event {
        @Override
        public Kind kind() {
            return Kind.CANCEL_REQUESTED;
        }
    }

    /**
     * Somebody asks something of the job.
     *
     * @param slotsThere that the job could have: those it holds, and the free ones
     */
    record Asked(Order order, int slotsThere) implements Event {
        @Override
        public Kind kind() {
            return Kind.ASKED;
        }
    }

    record SlotsGranted(List<TaskSlot> slots) implements Event {
        public SlotsGranted {
            slots = List.copyOf(slots);
        }

        @Override
        public Kind kind() {
            return Kind.SLOTS_GRANTED;
        }
    }

    /** There are not enough free slots now; the grant comes when there are. */
    record SlotsShort(int needed, int have) implements Event {
        @Override
        public Kind kind() {
            return Kind.SLOTS_SHORT;
        }
    }

    /** The worker is gone, or another process has taken its name. */
    record WorkerLost(String workerId, String reason) implements Event {
        @Override
        public Kind kind() {
            return Kind.WORKER_LOST;
        }
    }

    /** A heartbeat says that the worker runs no task of this job. */
    record WorkerIdle(String workerId) implements Event {
        @Override
        public Kind kind() {
            return Kind.WORKER_IDLE;
        }
    }

    /** A worker has taken a call. */
    record CallDone(String workerId, WorkerCall.Kind call, int attempt) implements Event {
        @Override
        public Kind kind() {
            return Kind.CALL_DONE;
        }
    }

    /** A worker has answered a call with an error that no repetition helps. */
    record CallRefused(String workerId, WorkerCall.Kind call, int attempt, String cause) implements Event {
        @Override
        public Kind kind() {
            return Kind.CALL_REFUSED;
        }
    }

    /**
     * @param failure set when the state is FAILED
     * @param failureKind set when the state is FAILED
     */
    record TaskReported(
            String workerId,
            long epoch,
            int attempt,
            TaskKey task,
            TaskState state,
            ErrorDetail failure,
            Failure.Kind failureKind)
            implements Event {
        @Override
        public Kind kind() {
            return Kind.TASK_REPORTED;
        }
    }

    record Metrics(String workerId, TaskMetrics metrics) implements Event {
        @Override
        public Kind kind() {
            return Kind.METRICS;
        }
    }

    record CheckpointAcked(
            String workerId, long epoch, int attempt, TaskKey task, long checkpointId, TaskSnapshot snapshot)
            implements Event {
        @Override
        public Kind kind() {
            return Kind.CHECKPOINT_ACKED;
        }
    }

    record CheckpointDeclined(
            String workerId, long epoch, int attempt, TaskKey task, long checkpointId, String cause, Reason reason)
            implements Event {
        /** Whose fault it is. */
        public enum Reason {
            /** The task's, as far as is known; a restart may help. */
            FAULT,
            /** The storage's or a disk's, which a restart would need as much. */
            STORAGE,
            /** Nobody's: the task still writes an earlier one. */
            BUSY;

            public static Reason of(DeclineCheckpointRequest request) {
                return request.getBusy() ? BUSY : request.getCausedElsewhere() ? STORAGE : FAULT;
            }
        }

        /** With a fault as its cause. */
        public CheckpointDeclined(
                String workerId, long epoch, int attempt, TaskKey task, long checkpointId, String cause) {
            this(workerId, epoch, attempt, task, checkpointId, cause, Reason.FAULT);
        }

        @Override
        public Kind kind() {
            return Kind.CHECKPOINT_DECLINED;
        }
    }

    record Persisted(long version) implements Event {
        @Override
        public Kind kind() {
            return Kind.PERSISTED;
        }
    }

    record PersistFailed(long version, String cause) implements Event {
        @Override
        public Kind kind() {
            return Kind.PERSIST_FAILED;
        }
    }

    record ManifestRead(CheckpointManifest manifest, String path) implements Event {
        @Override
        public Kind kind() {
            return Kind.MANIFEST_READ;
        }
    }

    /**
     * @param checkpointId 0 for the savepoint that the job starts from
     * @param damaged true when it is corrupt or not there, false when trying again may help
     */
    record ManifestUnreadable(long checkpointId, boolean damaged, String cause) implements Event {
        @Override
        public Kind kind() {
            return Kind.MANIFEST_UNREADABLE;
        }
    }

    record ManifestWritten(long checkpointId, String path) implements Event {
        @Override
        public Kind kind() {
            return Kind.MANIFEST_WRITTEN;
        }
    }

    record ManifestFailed(long checkpointId, String cause) implements Event {
        @Override
        public Kind kind() {
            return Kind.MANIFEST_FAILED;
        }
    }

    /** The savepoint that the job starts from. */
    record SavepointRead(CheckpointManifest manifest) implements Event {
        @Override
        public Kind kind() {
            return Kind.SAVEPOINT_READ;
        }
    }

    /** A savepoint is made of a checkpoint. */
    record SavepointWritten(long checkpointId, String location) implements Event {
        @Override
        public Kind kind() {
            return Kind.SAVEPOINT_WRITTEN;
        }
    }

    record SavepointFailed(long checkpointId, String cause) implements Event {
        @Override
        public Kind kind() {
            return Kind.SAVEPOINT_FAILED;
        }
    }

    /** @param problem empty when all went well; nothing is lost otherwise, it is tried again after the next one */
    record CleanedUp(String problem) implements Event {
        @Override
        public Kind kind() {
            return Kind.CLEANED_UP;
        }
    }

    /** What could be learned of the attempt's late records is kept. */
    record LateKept(int attempt) implements Event {
        @Override
        public Kind kind() {
            return Kind.LATE_KEPT;
        }
    }
}
