package io.tidemark.deploy.drill.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.deploy.client.JobJar;
import io.tidemark.deploy.drill.check.LineCheck;
import io.tidemark.deploy.error.UserError;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserJobTest {
    private static final JobJar JAR = new JobJar(Path.of("job.jar"), 10, "00", "org.example.Job");

    @Test
    void eachRunWritesIntoADirectoryOfItsOwn() {
        UserJob job = new UserJob(JAR, List.of("--output={out}/totals", "-v"), 3, Map.of(), false);

        assertThat(job.header(Path.of("/tmp/one")).getArgumentsList())
                .containsExactly("--output=/tmp/one/totals", "-v");
        assertThat(job.header(Path.of("/tmp/two")).getArguments(0)).isEqualTo("--output=/tmp/two/totals");
        assertThat(job.header(Path.of("/tmp/two")).getParallelism()).isEqualTo(3);
    }

    @Test
    void checkpointsAreTakenOftenUnlessTheOptionsSayHowOften() {
        String interval = "execution.checkpointing.interval";
        assertThat(new UserJob(JAR, List.of("{out}"), 0, Map.of(), false)
                        .header(Path.of("x"))
                        .getConfigurationMap())
                .containsEntry(interval, "500 ms");
        assertThat(new UserJob(JAR, List.of("{out}"), 0, Map.of(interval, "2 s"), false)
                        .header(Path.of("x"))
                        .getConfigurationMap())
                .containsEntry(interval, "2 s");
    }

    @Test
    void aJobThatSaysNowhereWhereItWritesIsRefused() {
        assertThatThrownBy(() -> new UserJob(JAR, List.of("--output=/tmp/x"), 0, Map.of(), false))
                .isInstanceOf(UserError.class)
                .hasMessage("nothing says where the job writes its results");
    }

    @Test
    void aJobThatComesToSomethingElseEachTimeIsRefused() {
        LineCheck.Run one = new LineCheck.Run(List.of("a", "b"), Map.of("windows", 1L));

        assertThat(UserJob.agreed(one, one)).isEqualTo(one);
        assertThatThrownBy(() -> UserJob.agreed(one, new LineCheck.Run(List.of("a", "c"), Map.of("windows", 1L))))
                .hasMessageContaining("two undisturbed runs of the job differ (1 lost, 1 wrong)");
        assertThatThrownBy(() -> UserJob.agreed(one, new LineCheck.Run(one.lines(), Map.of())))
                .hasMessageContaining("1 other verdicts");
    }

    @Test
    void aJobThatCommitsNothingIsRefused() {
        LineCheck.Run nothing = new LineCheck.Run(List.of(), Map.of());
        assertThatThrownBy(() -> UserJob.agreed(nothing, nothing)).hasMessageContaining("nothing to compare");
    }
}
