package io.tidemark.coordinator.planning;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.checkpoint.savepoint.SavepointReader;
import io.tidemark.checkpoint.savepoint.StoredStates;
import io.tidemark.checkpoint.schema.StateDeclarations;
import io.tidemark.checkpoint.schema.StateDiff;
import io.tidemark.coordinator.proto.StateCheckReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.ServiceLoader;

/** The process that opens a job's operators, compares what they declare with a checkpoint, writes the reply, and halts. */
public final class StateCheckMain {
    static final String PLAN = "plan";
    static final String MANIFEST = "manifest";
    static final String REPLY = "reply";

    private StateCheckMain() {}

    /** @param args directory of the request, seconds for an operator to open */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[0]);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Optional<StateDeclarations> declarations =
                ServiceLoader.load(StateDeclarations.class, loader).findFirst();
        StateCheckReply reply = StateCheckReply.getDefaultInstance();
        if (declarations.isPresent()) {
            CheckpointManifest manifest = CheckpointManifest.parseFrom(Files.readAllBytes(directory.resolve(MANIFEST)));
            // Only what the manifest says is compared: the files stay where they are.
            SavepointReader savepoint = SavepointReader.of(new Savepoint(manifest, null, "the checkpoint"));
            StateDiff diff = StateDiff.of(
                    StoredStates.thatHoldSomething(savepoint),
                    declarations
                            .get()
                            .of(
                                    Files.readAllBytes(directory.resolve(PLAN)),
                                    loader,
                                    directory,
                                    Duration.ofSeconds(Long.parseLong(args[1]))));
            reply = StateFindings.of(diff);
        }
        Path written = directory.resolve(REPLY + ".next");
        Files.write(written, reply.toByteArray());
        Files.move(written, directory.resolve(REPLY));
        // Threads that the job's functions started, or that they hang in, are none of our business.
        Runtime.getRuntime().halt(0);
    }
}
