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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class VersionTwoTest {
    @TempDir
    Path directory;

    @Test
    @Timeout(60)
    void startedAfreshItCountsLateRecordsFromTheFirst() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        NumberedRecords.describe(env, Arguments.parse("--records", "30000", "--output", directory.toString()));
        env.execute("numbered records test");

        KnownAnswer known = KnownAnswer.of(new NumberedInput(30_000, 97));
        assertThat(NumberedCheck.compare(
                        known,
                        new NumberedCheck.Committed(
                                lines("records"), lines("pulses"), lines("windows"), lines("too-late"))))
                .isEqualTo(Findings.none());
        assertThat(NumberedCheck.compareUpgraded(known, 0, lines("records"), lines("late")))
                .isEqualTo(Findings.none());
    }

    private List<String> lines(String sink) {
        return new CommittedFiles(directory.resolve(sink)).lines();
    }
}
