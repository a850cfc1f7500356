package io.tidemark.coordinator.planning;

import io.tidemark.coordinator.proto.PlanningReply;
import io.tidemark.coordinator.proto.PlanningRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The planning process: reads the request, runs the job's main until it has a plan, writes the reply, and halts. */
public final class PlanningMain {
    private PlanningMain() {}

    /** @param args file of the request, file for the reply */
    public static void main(String[] args) throws IOException {
        PlanningRequest request = PlanningRequest.parseFrom(Files.readAllBytes(Path.of(args[0])));
        PlanningReply reply = new PlanningRun(request).run();
        Path written = Path.of(args[1] + ".next");
        Files.write(written, reply.toByteArray());
        Files.move(written, Path.of(args[1]));
        // Threads and shutdown hooks of the job's main are none of our business.
        Runtime.getRuntime().halt(0);
    }
}
