package io.tidemark.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.connector.MalformedRecordException;
import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.disk.DiskFullException;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import io.tidemark.checkpoint.storage.StorageUnavailableException;
import io.tidemark.network.data.DataPlaneException;
import io.tidemark.worker.chain.OperatorFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FailureRulesTest {

    @Test
    void anExceptionOfUserCodeIsRestartableAndNamesTheOperatorAndTheRootCause() {
        Throwable thrown = new OperatorFailure(
                "Operator \"Map\" (2/4)", new RuntimeException("outer", new IllegalStateException("no such user")));
        TaskFailure failure = FailureRules.classify(thrown);
        assertThat(failure.restartable()).isTrue();
        assertThat(failure.causedElsewhere()).isFalse();
        assertThat(failure.cause())
                .isEqualTo("Operator \"Map\" (2/4) failed: java.lang.IllegalStateException: no such user");
        assertThat(failure.stackTrace()).contains("no such user").contains("FailureRulesTest");
    }

    @Test
    void badDataIsFatalWithTheConnectorsOwnWordsAndHint() {
        Throwable thrown = new OperatorFailure(
                "Operator \"Source\" (1/1)",
                new MalformedRecordException("a.csv line 3 column 2: \"x\" is no number", "Fix the line.", null));
        TaskFailure failure = FailureRules.classify(thrown);
        assertThat(failure.restartable()).isFalse();
        assertThat(failure.cause())
                .isEqualTo("Operator \"Source\" (1/1) failed: a.csv line 3 column 2: \"x\" is no number");
        assertThat(failure.hint()).isEqualTo("Fix the line.");
    }

    @Test
    void aMissingClassIsFatalAndTheHintSaysWhereItBelongs() {
        TaskFailure failure = FailureRules.classify(new NoClassDefFoundError("com/acme/Missing"));
        assertThat(failure.restartable()).isFalse();
        assertThat(failure.cause()).contains("com/acme/Missing");
        assertThat(failure.hint()).contains("jar");
    }

    @Test
    void aLostChannelIsRestartableAndCausedElsewhere() {
        TaskFailure failure = FailureRules.classify(new ChannelLostException(
                "Map (1/2) lost a channel: connection reset",
                new DataPlaneException(DataPlaneException.Reason.CONNECTION_LOST, "connection reset")));
        assertThat(failure.restartable()).isTrue();
        assertThat(failure.causedElsewhere()).isTrue();
    }

    @Test
    void aRecordThatIsTooLargeForAFrameIsNotHelpedByARestart() {
        TaskFailure failure = FailureRules.classify(new ChannelLostException(
                "Map (1/2) lost a channel: too large",
                new DataPlaneException(DataPlaneException.Reason.RECORD_TOO_LARGE, "too large")));
        assertThat(failure.restartable()).isFalse();
    }

    @Test
    void theCauseIsOneLine() {
        TaskFailure failure = FailureRules.classify(new IllegalStateException("first\n  second"));
        assertThat(failure.cause()).isEqualTo("java.lang.IllegalStateException: first second");
    }

    @Test
    void onlyErrorsOfTheMachineEndTheProcess() {
        assertThat(FailureRules.endsTheProcess(new RuntimeException(new OutOfMemoryError())))
                .isTrue();
        assertThat(FailureRules.endsTheProcess(new StackOverflowError())).isFalse();
        assertThat(FailureRules.endsTheProcess(new NoClassDefFoundError())).isFalse();
    }

    @Test
    void aCauseThatIsItsOwnCauseEndsTheSearch() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);
        assertThat(FailureRules.classify(first).cause()).contains("second");
    }

    @Test
    void aStorageThatIsAwaySaysSoAndIsNotTheJobsDoing() {
        TaskFailure failure = FailureRules.classify(new UncheckedIOException(new StorageUnavailableException(
                "s3://bucket/job/files/1", "it answered 503 to 6 attempts", new IOException("status 503"))));
        assertThat(failure.restartable()).isTrue();
        assertThat(failure.causedElsewhere()).isTrue();
        assertThat(failure.cause())
                .isEqualTo("The checkpoint storage cannot be reached at s3://bucket/job/files/1: it answered 503 to 6"
                        + " attempts.");
        assertThat(failure.hint()).contains("tried again");
    }

    @Test
    void aFileThatCannotBeUsedIsNamedWithTheReasonAndNotWithAClass() {
        assertThat(causeOf(new FileSystemException("/checkpoints/files", null, "Read-only file system")))
                .isEqualTo("/checkpoints/files: Read-only file system");
        assertThat(causeOf(new AccessDeniedException("/checkpoints/files")))
                .isEqualTo("/checkpoints/files: this process has no right to it");
        assertThat(causeOf(new NoSuchFileException("/in.csv"))).isEqualTo("/in.csv: it is not there");
    }

    private static String causeOf(IOException failure) {
        return FailureRules.classify(failure).cause();
    }

    @Test
    void aDamagedFileIsNamedInOneLineAndTheOtherSaysWhatToDo() {
        TaskFailure failure = FailureRules.classify(new UncheckedIOException(
                new CorruptCheckpointException("/savepoint/files/1", "its content does not match its checksum")));
        assertThat(failure.restartable()).isFalse();
        assertThat(failure.cause())
                .isEqualTo(
                        "The checkpoint file /savepoint/files/1 is damaged: its content does not match its checksum.");
        assertThat(failure.hint()).isEqualTo("Put back a good copy of it, or start the job from another checkpoint.");
    }

    @Test
    void aFullDiskIsNamedWhetherACheckpointOrTheStateDatabaseMeetsIt() {
        IOException found = DiskFullException.orElse(
                new IOException("While appending to file: /state/000012.sst: No space left on device"),
                Path.of("/state"),
                Disk.SYSTEM);
        TaskFailure failure = FailureRules.classify(
                new OperatorFailure("Operator \"Count\" (1/2)", new UncheckedIOException("cannot be written", found)));
        assertThat(failure.restartable()).isTrue();
        assertThat(failure.cause()).startsWith("Operator \"Count\" (1/2) failed: The disk of /state is full (");
        assertThat(failure.hint()).startsWith("Make room");
    }
}
