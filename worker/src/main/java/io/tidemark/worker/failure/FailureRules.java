package io.tidemark.worker.failure;

import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.api.connector.ConnectorException;
import io.tidemark.api.eventtime.NullTimestampException;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.InvalidTypesException;
import io.tidemark.api.type.ValueTooLargeException;
import io.tidemark.api.window.MissingTimestampException;
import io.tidemark.checkpoint.disk.DiskFullException;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import io.tidemark.checkpoint.storage.StorageRefusedException;
import io.tidemark.checkpoint.storage.StorageUnavailableException;
import io.tidemark.checkpoint.storage.UnsupportedCheckpointVersionException;
import io.tidemark.checkpoint.store.StateSchemaException;
import io.tidemark.checkpoint.store.StateTooLargeException;
import io.tidemark.network.data.DataPlaneException;
import io.tidemark.network.rpc.NetworkSetupException;
import io.tidemark.worker.chain.OperatorFailure;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.StreamCorruptedException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The one list that decides how a failure is classed. What is not on it may pass, so a restart may help; the coordinator
 * gives up when it does not.
 */
public final class FailureRules {
    private static final List<Class<? extends Throwable>> FATAL = List.of(
            ConnectorException.class,
            FatalTaskException.class,
            InvalidPlanException.class,
            StateSchemaException.class,
            StateTooLargeException.class,
            NetworkSetupException.class,
            UnsupportedCheckpointVersionException.class,
            InvalidConfigurationException.class,
            InvalidTypesException.class,
            NullTimestampException.class,
            MissingTimestampException.class,
            CorruptDataException.class,
            CorruptCheckpointException.class,
            ValueTooLargeException.class,
            ClassNotFoundException.class,
            LinkageError.class,
            NotSerializableException.class,
            InvalidClassException.class,
            StreamCorruptedException.class);

    /** What a storage or a disk says of itself, which tells more than what it found out by. Not the job's doing. */
    private static final List<Class<? extends Throwable>> STORAGE =
            List.of(StorageUnavailableException.class, StorageRefusedException.class, DiskFullException.class);

    /** Their messages say it all, without the name of the class. */
    private static final List<Class<? extends Throwable>> SPEAKING = List.of(
            ConnectorException.class,
            FatalTaskException.class,
            InvalidConfigurationException.class,
            InvalidPlanException.class,
            StateSchemaException.class,
            StateTooLargeException.class,
            InvalidTypesException.class,
            NullTimestampException.class,
            MissingTimestampException.class,
            CorruptCheckpointException.class,
            UnsupportedCheckpointVersionException.class,
            NetworkSetupException.class);

    private FailureRules() {}

    /** Classes what a task threw. */
    public static TaskFailure classify(Throwable thrown) {
        List<Throwable> chain = chainOf(thrown);
        Throwable fatal = firstOf(chain, FATAL);
        Throwable root = chain.get(chain.size() - 1);
        if (fatal instanceof StateSchemaException) {
            return TaskFailure.ofList(where(chain) + describe(fatal), hintFor(fatal), thrown);
        }
        if (fatal != null) {
            return TaskFailure.of(where(chain) + describe(fatal), hintFor(fatal), thrown, false, false);
        }
        if (thrown instanceof ChannelLostException) {
            boolean mayPass = !(thrown.getCause() instanceof DataPlaneException lost) || lost.isRestartable();
            return TaskFailure.of(thrown.getMessage(), "", thrown, mayPass, mayPass);
        }
        Throwable storage = firstOf(chain, STORAGE);
        if (storage != null) {
            String cause = storage.getMessage().lines().findFirst().orElseThrow();
            return TaskFailure.of(where(chain) + cause, hintFor(storage), thrown, true, true);
        }
        return TaskFailure.of(where(chain) + describe(root), "", thrown, true, false);
    }

    /** Whether the process cannot be trusted any more after this. */
    public static boolean endsTheProcess(Throwable thrown) {
        return chainOf(thrown).stream()
                .anyMatch(cause -> cause instanceof VirtualMachineError && !(cause instanceof StackOverflowError));
    }

    private static List<Throwable> chainOf(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> chain = new ArrayList<>();
        for (Throwable cause = thrown; cause != null && seen.add(cause); cause = cause.getCause()) {
            chain.add(cause);
        }
        return chain;
    }

    private static Throwable firstOf(List<Throwable> chain, List<Class<? extends Throwable>> types) {
        for (Throwable cause : chain) {
            if (types.stream().anyMatch(type -> type.isInstance(cause))) {
                return cause;
            }
        }
        return null;
    }

    /** The innermost operator that the failure names. */
    private static String where(List<Throwable> chain) {
        String where = "";
        for (Throwable cause : chain) {
            if (cause instanceof OperatorFailure named) {
                where = named.where() + " failed: ";
            }
        }
        return where;
    }

    private static String describe(Throwable cause) {
        boolean speaks = SPEAKING.stream().anyMatch(type -> type.isInstance(cause));
        String message = cause.getMessage();
        if (message == null || message.isBlank()) {
            return cause.getClass().getName();
        }
        if (cause instanceof FileSystemException file) {
            return file.getFile() + ": " + problemOf(file);
        }
        if (isOfTwoLines(cause)) {
            return message.lines().findFirst().orElseThrow();
        }
        return speaks ? message : cause.getClass().getName() + ": " + message;
    }

    /** Some say by their class alone what is wrong. */
    private static String problemOf(FileSystemException failure) {
        if (failure instanceof NoSuchFileException) {
            return "it is not there";
        }
        if (failure instanceof AccessDeniedException) {
            return "this process has no right to it";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "it is there already, and not as what it should be";
        }
        return failure.getReason() == null ? failure.getClass().getSimpleName() : failure.getReason();
    }

    /** Whether the first line of its message is the cause, and the rest is what to do. */
    private static boolean isOfTwoLines(Throwable cause) {
        return cause instanceof CorruptCheckpointException
                || cause instanceof UnsupportedCheckpointVersionException
                || cause instanceof MissingTimestampException;
    }

    private static String hintFor(Throwable named) {
        if (named instanceof ConnectorException connector) {
            return connector.hint();
        }
        if (named instanceof FatalTaskException task) {
            return task.hint();
        }
        if (named instanceof StateSchemaException schema) {
            return schema.hint();
        }
        if (named instanceof NetworkSetupException setup) {
            return setup.hint();
        }
        if (named instanceof StorageUnavailableException unavailable) {
            return unavailable.hint();
        }
        if (named instanceof StorageRefusedException refused) {
            return refused.hint();
        }
        if (named instanceof DiskFullException full) {
            return full.hint();
        }
        if (named instanceof LinkageError || named instanceof ClassNotFoundException) {
            return "Pack the class into the job's jar, and build the jar against the version of Tidemark that runs here.";
        }
        if (isOfTwoLines(named)) {
            return named.getMessage().lines().skip(1).collect(Collectors.joining(" "));
        }
        if (named instanceof NotSerializableException || named instanceof InvalidClassException) {
            return "Make the class implement java.io.Serializable, and submit the jar that the job was planned with.";
        }
        if (named instanceof ValueTooLargeException) {
            return "Split the value into smaller ones.";
        }
        return "";
    }
}
