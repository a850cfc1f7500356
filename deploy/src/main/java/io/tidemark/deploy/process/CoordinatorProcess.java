package io.tidemark.deploy.process;

import io.tidemark.api.config.Configuration;
import io.tidemark.coordinator.Coordinator;
import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** {@code tidemark coordinator}. */
public final class CoordinatorProcess {
    private CoordinatorProcess() {}

    /**
     * Starts a coordinator and waits for its end.
     *
     * @param addressFile where to write down its address once it listens
     * @param untilInputEnds whether to end with the standard input
     */
    public static void run(Configuration configuration, Optional<Path> addressFile, boolean untilInputEnds)
            throws InterruptedException {
        Observation.unifyLogs();
        Lifetime lifetime = Lifetime.begin();
        if (untilInputEnds) {
            lifetime.endWithInput(System.in);
        }
        Coordinator coordinator = lifetime.add(Coordinator.start(ProcessSettings.coordinator(configuration)));
        Observation.start(configuration, lifetime, Optional::empty);
        addressFile.ifPresent(file -> write(file, coordinator.address()));
        coordinator.awaitTermination();
        coordinator.failure().ifPresent(failure -> {
            throw UserError.failed(
                    "the coordinator could not go on: " + failure.getMessage(),
                    "Its log says more; jobs go on when it is started again.",
                    failure);
        });
    }

    /** Whoever reads the file sees the whole address or none. */
    private static void write(Path file, String address) {
        try {
            Path draft = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(draft, address + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw UserError.failed("cannot write " + file + ": " + e, "Name another file with --address-file.", e);
        }
    }
}
