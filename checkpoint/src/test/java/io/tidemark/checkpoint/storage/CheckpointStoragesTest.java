package io.tidemark.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storages are found by the name of their location. */
class CheckpointStoragesTest {
    private static final Configuration NO_OPTIONS = Configuration.empty();

    @TempDir
    private Path directory;

    @Test
    void aPathIsADirectoryOfJobs() throws Exception {
        CheckpointStorage written = CheckpointStorages.open(directory.toString(), "job-1", NO_OPTIONS);
        written.writeManifest(CheckpointManifest.newBuilder().setCheckpointId(7).build());

        assertThat(CheckpointStorage.directory(directory, "job-1").manifestIds())
                .containsExactly(7L);
        assertThat(CheckpointStorages.open(directory.toString(), "job-2", NO_OPTIONS)
                        .manifestIds())
                .isEmpty();
    }

    @Test
    void anAbsoluteLocationDoesNotDependOnTheWorkingDirectory() {
        String absolute = CheckpointStorages.absolute("some/../checkpoints");

        assertThat(absolute).isEqualTo(Path.of("checkpoints").toAbsolutePath().toString());
        assertThat(CheckpointStorages.absolute(absolute)).isEqualTo(absolute);
    }

    @Test
    void aLocationOfAnUnknownKindIsNamed() {
        assertThatThrownBy(() -> CheckpointStorages.open("hdfs://node/checkpoints", "job-1", NO_OPTIONS))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("hdfs://node/checkpoints");
        assertThatThrownBy(() -> CheckpointStorages.absolute("hdfs://node/checkpoints"))
                .isInstanceOf(InvalidConfigurationException.class);
    }

    @Test
    void aBucketThatCannotExistIsExplained() {
        for (String location : new String[] {"s3://a/b", "s3:///b", "s3://Bucket/b", "s3://-ab/b"}) {
            assertThatThrownBy(() -> CheckpointStorages.absolute(location))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining(location)
                    .hasMessageContaining("a bucket's name has 3 to 63 small letters, digits, dots and hyphens");
        }
    }
}
