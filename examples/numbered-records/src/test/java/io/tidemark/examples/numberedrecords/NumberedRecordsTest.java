package io.tidemark.examples.numberedrecords;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.deploy.drill.check.CommittedFiles;
import io.tidemark.deploy.drill.check.Findings;
import io.tidemark.deploy.drill.check.KnownAnswer;
import io.tidemark.deploy.drill.check.NumberedCheck;
import io.tidemark.deploy.drill.check.NumberedInput;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The job, undisturbed, against the plain program that drills compare it with. */
class NumberedRecordsTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @Timeout(60)
    @CsvSource({"1,97,0", "3,97,0", "2,1,0", "2,5000,64"})
    void anUndisturbedRunGivesTheKnownAnswerAtAnyParallelism(int parallelism, int keys, int stateBytes)
            throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(parallelism);
        NumberedRecords.describe(
                env,
                Arguments.parse(
                        "--records", "30000",
                        "--keys", Integer.toString(keys),
                        "--state-bytes", Integer.toString(stateBytes),
                        "--output", directory.toString()));
        env.execute("numbered records test");

        assertThat(NumberedCheck.compare(
                        KnownAnswer.of(new NumberedInput(30_000, keys)),
                        new NumberedCheck.Committed(
                                lines("records"), lines("pulses"), lines("windows"), lines("too-late"))))
                .isEqualTo(Findings.none());
    }

    private List<String> lines(String sink) {
        return new CommittedFiles(directory.resolve(sink)).lines();
    }
}
