package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.checkpoint.savepoint.NoSuchStateException;
import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.checkpoint.savepoint.SavepointException;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.checkpoint.savepoint.StateTypeException;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import io.tidemark.checkpoint.storage.StorageRefusedException;
import io.tidemark.checkpoint.storage.StorageUnavailableException;
import io.tidemark.checkpoint.storage.UnsupportedCheckpointVersionException;
import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;

/** Opens savepoints for commands, and tells what is wrong with one in a line of cause and a line of what to do. */
final class SavepointAccess {
    /** What a command does with a savepoint. */
    @FunctionalInterface
    interface Use {
        void with(Savepoint savepoint) throws IOException;
    }

    private SavepointAccess() {}

    /** The savepoints and checkpoints at these locations, in order; a directory stands for those in it. */
    static List<String> find(List<String> locations, Configuration options) {
        List<String> found = new ArrayList<>();
        for (String location : locations) {
            guarded(location, () -> found.addAll(Savepoints.find(location, options)));
        }
        return found;
    }

    /** Opens a savepoint. */
    static void use(String location, Configuration options, Use use) {
        guarded(location, () -> use.with(Savepoints.open(location, options)));
    }

    @FunctionalInterface
    private interface Action {
        void run() throws IOException;
    }

    private static void guarded(String location, Action action) {
        try {
            action.run();
        } catch (UncheckedIOException e) {
            throw error(location, e.getCause());
        } catch (IOException e) {
            throw error(location, e);
        } catch (NoSuchStateException | StateTypeException e) {
            throw twoLines(e);
        } catch (CorruptDataException e) {
            throw UserError.failed(
                    location + " holds bytes that are not what their schema says: " + e.getMessage(),
                    "Copy it again, or use another one.",
                    e);
        } catch (InvalidPathException e) {
            throw UserError.usage(location + " cannot be a path: " + e.getReason(), "Correct it.", e);
        }
    }

    private static UserError error(String location, IOException failure) {
        if (failure instanceof SavepointException
                || failure instanceof CorruptCheckpointException
                || failure instanceof UnsupportedCheckpointVersionException
                || failure instanceof StorageRefusedException) {
            return twoLines(failure);
        }
        if (failure instanceof StorageUnavailableException) {
            // Its own hint is for checkpoints, which are tried again.
            return UserError.failed(
                    causeOf(failure), "See whether the object store runs, and whether s3.endpoint is right.", failure);
        }
        return UserError.failed(
                location + " cannot be read: " + failure.getMessage(),
                "Check that you may read it and that its disk works.",
                failure);
    }

    /** Of an exception whose first line is the cause, and whose others are what to do. */
    private static UserError twoLines(Exception failure) {
        String[] lines = failure.getMessage().split("\n", 2);
        return UserError.failed(causeOf(failure), lines.length > 1 ? lines[1] : "See --verbose.", failure);
    }

    private static String causeOf(Exception failure) {
        String line = failure.getMessage().lines().findFirst().orElse("");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
