package io.tidemark.deploy.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRecordTest {
    @TempDir
    Path directory;

    @Test
    void aRunningProcessIsAliveAndADeadOneIsNot() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        ProcessRecord record = ProcessRecord.of("worker-1", process);

        assertThat(record.isAlive()).isTrue();

        process.destroyForcibly().waitFor();
        assertThat(record.isAlive()).isFalse();
    }

    @Test
    void anotherProcessThatGotTheNumberLaterIsNotTakenForIt() {
        ProcessRecord record =
                new ProcessRecord("worker-1", ProcessHandle.current().pid(), 1_000);

        assertThat(record.isAlive()).isFalse();
    }

    @Test
    void aRecordIsReadBackFromItsFileTheNumberAloneOnTheFirstLine() throws IOException {
        ClusterDirectory cluster = new ClusterDirectory(directory);
        cluster.create();
        ProcessRecord worker = new ProcessRecord("worker-1", 17, 123);
        ProcessRecord coordinator = new ProcessRecord("coordinator", 18, 456);
        cluster.remember(worker);
        cluster.remember(coordinator);

        assertThat(cluster.processes()).containsExactly(coordinator, worker);
        assertThat(Files.readAllLines(directory.resolve("run/worker-1.pid"))).startsWith("17");

        cluster.forget(worker);
        assertThat(cluster.processes()).containsExactly(coordinator);
    }

    @Test
    void aFileThatIsCutShortIsNoProcess() {
        assertThat(ProcessRecord.parse("worker-1", "17\n")).isEmpty();
        assertThat(ProcessRecord.parse("worker-1", "")).isEmpty();
    }

    @Test
    void whatAProcessSaidAtItsEndIsItsFailure() throws IOException {
        Path log = directory.resolve("worker-1.log");
        String earlier = "tidemark: an old cause\n  an old hint\n";
        Files.writeString(log, earlier + "INFO starting\ntidemark: port 1 is taken\n  Choose another.\n");
        ProcessRecord process = new ProcessRecord("worker-1", 1, 1);

        assertThat(new Launched(process, log, earlier.length()).failure())
                .hasMessage("port 1 is taken")
                .extracting("hint")
                .isEqualTo("Choose another.");
        assertThat(new Launched(process, log, Files.size(log)).failure()).hasMessageContaining("worker-1");
    }
}
