package io.tidemark.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs in Flink's API become Tidemark's. */
class FromFlinkTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"1.20, ClicksByMinute, 10", "2, Deposits, 6", "2, Parcels, 31"})
    void aRewrittenJobCompilesAndGivesTheSameResults(String flink, String job, int rows) throws Exception {
        Path before = FlinkJobs.source(flink, job);
        List<Path> flinkPath = FlinkJobs.flink(flink);
        Path flinkClasses = Files.createDirectory(directory.resolve("flink"));
        assertThat(FlinkJobs.compile(before, flinkPath, flinkClasses)).isEmpty();
        List<String> expected = FlinkJobs.run("jobs." + job, flinkPath, flinkClasses, directory.resolve("flink.out"));
        assertThat(expected).hasSize(rows);

        Path after = Files.createDirectories(directory.resolve("jobs")).resolve(job + ".java");
        Files.writeString(after, FlinkJobs.rewritten(before, flinkPath));
        Path classes = Files.createDirectory(directory.resolve("classes"));
        assertThat(Files.readString(after)).doesNotContain("org.apache.flink");
        assertThat(FlinkJobs.compile(after, FlinkJobs.tidemark(), classes)).isEmpty();
        assertThat(FlinkJobs.run("jobs." + job, FlinkJobs.tidemark(), classes, directory.resolve("tidemark.out")))
                .isEqualTo(expected);
    }
}
