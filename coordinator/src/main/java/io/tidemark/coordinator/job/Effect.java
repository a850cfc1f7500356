package io.tidemark.coordinator.job;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a {@link JobMaster} wants done. Each is answered by an {@link Event}, unless it says otherwise. */
public sealed interface Effect {
    /** Which of the effects it is. */
    enum Kind {
        CALL_WORKER,
        REQUEST_SLOTS,
        RELEASE_SLOTS,
        PERSIST,
        READ_MANIFEST,
        WRITE_MANIFEST,
        READ_SAVEPOINT,
        WRITE_SAVEPOINT,
        CLEAN_UP,
        KEEP_LATE,
        TELL_END,
        NOTE,
        ENDED
    }

    Kind kind();

    /** Calls a worker; calls to one worker about one job go out in order, and again until there is a reply. */
    record CallWorker(String workerId, WorkerCall call) implements Effect {
        @Override
        public Kind kind() {
            return Kind.CALL_WORKER;
        }
    }

    /** Gives back all slots that the job holds and asks for so many. */
    record RequestSlots(int count) implements Effect {
        @Override
        public Kind kind() {
            return Kind.REQUEST_SLOTS;
        }
    }

    /** Gives back all slots and asks for none. Not answered. */
    record ReleaseSlots() implements Effect {
        @Override
        public Kind kind() {
            return Kind.RELEASE_SLOTS;
        }
    }

    /** Makes the facts durable. Those of one job are written in the order of their versions. */
    record Persist(long version, JobFacts facts) implements Effect {
        @Override
        public Kind kind() {
            return Kind.PERSIST;
        }
    }

    record ReadManifest(long checkpointId) implements Effect {
        @Override
        public Kind kind() {
            return Kind.READ_MANIFEST;
        }
    }

    record WriteManifest(CheckpointManifest manifest) implements Effect {
        @Override
        public Kind kind() {
            return Kind.WRITE_MANIFEST;
        }
    }

    /** Reads the manifest of a savepoint. */
    record ReadSavepoint(String location) implements Effect {
        @Override
        public Kind kind() {
            return Kind.READ_SAVEPOINT;
        }
    }

    /** Makes a savepoint of a complete checkpoint, which is retained until that is answered. */
    record WriteSavepoint(long checkpointId, String directory) implements Effect {
        @Override
        public Kind kind() {
            return Kind.WRITE_SAVEPOINT;
        }
    }

    /** Deletes all manifests but these, then the files that none of these names. No checkpoint is under way meanwhile. */
    record CleanUp(List<Long> retained) implements Effect {
        public CleanUp {
            retained = List.copyOf(retained);
        }

        /** The same, without these. */
        public CleanUp keeping(List<Long> more) {
            SortedSet<Long> all = new TreeSet<>(retained);
            all.addAll(more);
            return new CleanUp(List.copyOf(all));
        }

        @Override
        public Kind kind() {
            return Kind.CLEAN_UP;
        }
    }

    /** Asks these workers for the late records of the attempt and keeps the answer, as the tasks end soon. */
    record KeepLate(int attempt, List<String> workerIds) implements Effect {
        public KeepLate {
            workerIds = List.copyOf(workerIds);
        }

        @Override
        public Kind kind() {
            return Kind.KEEP_LATE;
        }
    }

    /** The end of the job is durable, and whoever waits for it may know; what is left of it is still cleared away. Not answered. */
    record TellEnd() implements Effect {
        @Override
        public Kind kind() {
            return Kind.TELL_END;
        }
    }

    /** Something worth a line in the log. Not answered. */
    record Note(String line) implements Effect {
        @Override
        public Kind kind() {
            return Kind.NOTE;
        }
    }

    /** The job is over, and nothing of it runs any more as far as one can know. Not answered. */
    record Ended() implements Effect {
        @Override
        public Kind kind() {
            return Kind.ENDED;
        }
    }
}
