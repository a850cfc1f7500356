package io.tidemark.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerDirectoryTest {
    @TempDir
    private Path parent;

    /** A process that has a directory until it is killed, or its input ends. */
    public static final class Owner {
        private Owner() {}

        public static void main(String[] args) throws Exception {
            WorkerDirectory directory = WorkerDirectory.create(Path.of(args[0]));
            Files.writeString(directory.path().resolve("state"), "much");
            System.out.println(directory.path());
            System.out.flush();
            System.in.read();
        }
    }

    private Process start() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Owner.class.getName(),
                        parent.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Path directoryOf(Process owner) throws Exception {
        InputStream out = owner.getInputStream();
        StringBuilder lines = new StringBuilder();
        // Logging may say something first.
        while (!lines.toString()
                .lines()
                .anyMatch(line -> line.startsWith("/") && lines.toString().endsWith("\n"))) {
            int next = out.read();
            assertThat(next).as("the process has ended after: %s", lines).isNotNegative();
            lines.append((char) next);
        }
        return Path.of(lines.toString().lines().reduce((first, last) -> last).orElseThrow());
    }

    @Test
    void what_a_killed_worker_has_left_goes_when_the_next_one_starts() throws Exception {
        Process killed = start();
        Path left = directoryOf(killed);
        killed.destroyForcibly().waitFor();
        assertThat(left.resolve("state")).exists();

        try (WorkerDirectory next = WorkerDirectory.create(parent)) {
            next.sweepAbandoned();

            assertThat(left).doesNotExist();
            assertThat(next.path()).isDirectory();
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void what_a_running_worker_has_stays_and_so_does_what_says_nothing_of_its_owner() throws Exception {
        Process running = start();
        Path used = directoryOf(running);
        Path other = Files.createDirectory(parent.resolve("tidemark-worker-1"));
        try (WorkerDirectory next = WorkerDirectory.create(parent);
                WorkerDirectory beside = WorkerDirectory.create(parent)) {
            next.sweepAbandoned();

            assertThat(used.resolve("state")).exists();
            assertThat(other).exists();
            assertThat(beside.path()).exists();
        } finally {
            try (OutputStream in = running.getOutputStream()) {
                in.write('\n');
            }
            running.waitFor();
        }
    }
}
