package io.tidemark.deploy.statediff;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.checkpoint.savepoint.SavepointReader;
import io.tidemark.checkpoint.savepoint.StoredStates;
import io.tidemark.checkpoint.schema.OperatorStates;
import io.tidemark.checkpoint.schema.StateDiff;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.RestoreCheck;
import io.tidemark.deploy.view.Json;
import io.tidemark.deploy.view.StateDiffView;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.RestoreFrom;
import io.tidemark.worker.declared.DeclaredStates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The process that opens a job's operators, compares what they declare with a savepoint, and halts. */
public final class StateDiffMain {
    static final String PLAN = "plan";
    static final String MANIFEST = "manifest";
    static final String REPLY = "reply";

    private StateDiffMain() {}

    /** @param args directory of the request, the savepoint's location, the jar's name, seconds for an operator to open */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[0]);
        JobPlanProto plan = JobPlanProto.parseFrom(Files.readAllBytes(directory.resolve(PLAN)));
        CheckpointManifest manifest = CheckpointManifest.parseFrom(Files.readAllBytes(directory.resolve(MANIFEST)));
        // Only what the manifest says is compared: the files stay where they are.
        SavepointReader savepoint = SavepointReader.of(new Savepoint(manifest, null, args[1]));
        List<OperatorStates> declared = new DeclaredStates(
                        plan,
                        Thread.currentThread().getContextClassLoader(),
                        directory,
                        Duration.ofSeconds(Long.parseLong(args[3])))
                .find();
        StateDiff diff = StateDiff.of(StoredStates.thatHoldSomething(savepoint), declared);
        StateDiffView view = StateDiffView.of(args[1], args[2], diff);
        Path written = directory.resolve(REPLY + ".next");
        Files.write(written, Json.of(submission(plan, manifest, view)).getBytes(StandardCharsets.UTF_8));
        Files.move(written, directory.resolve(REPLY));
        // Threads that the job's functions started, or that they hang in, are none of our business.
        Runtime.getRuntime().halt(0);
    }

    /** What the coordinator would say to the submission; state that would be left behind is in the view already. */
    private static StateDiffView submission(JobPlanProto plan, CheckpointManifest manifest, StateDiffView view) {
        RestoreFrom restore = RestoreFrom.newBuilder()
                .setLocation(view.from())
                .setAllowNonRestored(true)
                .setAllowDrained(true)
                .build();
        RestoreCheck.Outcome outcome = RestoreCheck.savepoint(ExecutionGraph.of(plan), manifest, restore);
        String refusal = outcome.problem()
                .map(problem -> problem.getCause() + ". " + problem.getHint())
                .orElse(null);
        return view.withSubmission(refusal, outcome.notes());
    }
}
