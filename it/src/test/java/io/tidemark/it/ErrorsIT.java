package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.it.jobs.ThrowingMain;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong is one line of cause, one of what to do, the right exit status, and soon. */
class ErrorsIT {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int TRIES = 3;

    @TempDir
    static Path directory;

    private static Cli cli;
    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws InterruptedException {
        cli = new Cli(directory);
        cluster = ProcessCluster.start(cli, directory.resolve("cluster"), 1, 2);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @Test
    void aMainThatThrowsIsToldByItsRootCause() throws Exception {
        Path jar = jarOf(ThrowingMain.class);
        assertError(() -> cluster.run("submit", jar), 1, "IllegalStateException", "the price list is not there");
    }

    @Test
    void aClassThatIsNotInTheJarIsNamed() throws Exception {
        assertError(
                () -> cluster.run("submit", "--class", "org.example.Nothing", Cli.example("sensor-lab")),
                2,
                "org.example.Nothing");
    }

    @Test
    void aJarThatIsNotThereIsNamed() throws Exception {
        assertError(() -> cluster.run("submit", "no-such.jar"), 2, "no-such.jar");
    }

    @Test
    void aTakenPortIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertError(
                    () -> cli.run("coordinator", "--port", port, "--dir", directory.resolve("c")), 1, port, "taken");
            assertError(
                    () -> cli.run("cluster", "start", "--port", port, "--dir", directory.resolve("d")),
                    1,
                    port,
                    "taken");
            assertThat(Files.list(directory.resolve("d/run"))
                            .filter(file -> file.toString().endsWith(".pid")))
                    .isEmpty();
        }
    }

    @Test
    void aCoordinatorThatIsNotThereIsStatusThree() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertError(() -> cli.run("jobs", "--coordinator", "127.0.0.1:" + port), 3, "127.0.0.1:" + port);
        assertError(() -> cli.run("jobs"), 3, "no cluster");
    }

    @Test
    void anInputFileThatIsNotThereIsNamed() throws Exception {
        Path missing = directory.resolve("missing.csv");
        assertError(() -> sensorLab(missing), 1, missing.toString());
    }

    @Test
    void aLineWithABadNumberIsNamedWithFileLineColumnAndValue() throws Exception {
        Path events = Files.writeString(
                directory.resolve("bad.csv"),
                "s1,2026-01-05 12:00:00,1\ns1,2026-01-05 12:00:01,2\ns1,2026-01-05 12:00:02,twelve\n");
        assertError(() -> sensorLab(events), 1, events.toString(), "line 3", "reading", "twelve");
    }

    private static Cli.Ended sensorLab(Path input) throws InterruptedException {
        return cluster.run(
                "submit",
                Cli.example("sensor-lab"),
                "--input",
                input,
                "--delay-seconds",
                5,
                "--output",
                directory.resolve("output"));
    }

    /** A command that is run. */
    private interface Command {
        Cli.Ended run() throws InterruptedException;
    }

    private static void assertError(Command command, int status, String... words) throws InterruptedException {
        Cli.Ended ended = command.run();
        // A machine that is busy otherwise is given another chance.
        for (int i = 1; i < TRIES && ended.took().compareTo(SOON) > 0; i++) {
            ended = command.run();
        }
        assertThat(ended.status()).as("%s", ended).isEqualTo(status);
        assertThat(ended.err()).as("%s", ended).hasSize(2);
        assertThat(ended.err().get(0)).startsWith("tidemark: ").contains(words);
        assertThat(ended.err().get(1)).startsWith("  ").hasSizeGreaterThan(10);
        assertThat(ended.took()).isLessThan(SOON);
    }

    private static Path jarOf(Class<?> main) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
        Path file = directory.resolve(main.getSimpleName() + ".jar");
        String entry = main.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
                InputStream bytes = main.getClassLoader().getResourceAsStream(entry)) {
            jar.putNextEntry(new ZipEntry(entry));
            bytes.transferTo(jar);
            jar.closeEntry();
        }
        return file;
    }
}
