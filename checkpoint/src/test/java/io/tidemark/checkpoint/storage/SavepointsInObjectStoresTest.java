package io.tidemark.checkpoint.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.checkpoint.savepoint.SavepointNotFoundException;
import io.tidemark.checkpoint.savepoint.Savepoints;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavepointsInObjectStoresTest {
    @TempDir
    Path directory;

    private final Configuration options = Configuration.builder()
            .set(StorageOptions.S3_ENDPOINT, ObjectStore.shared().endpoint())
            .set(StorageOptions.S3_ACCESS_KEY, "access")
            .set(StorageOptions.S3_SECRET_KEY, "secret")
            .build();
    private final String target = "s3://" + ObjectStore.BUCKET + "/" + ObjectStore.prefix() + "/savepoints";

    @Test
    void a_savepoint_is_written_to_an_object_store_and_found_and_opened_there() throws IOException {
        CheckpointStorage checkpoints = CheckpointStorage.directory(directory, "0123456789abcdef");
        FileRef file = checkpoints.put("content".getBytes(UTF_8));
        CheckpointManifest manifest = CheckpointManifest.newBuilder()
                .setJobId("0123456789abcdef")
                .setCheckpointId(3)
                .addFiles(file)
                .build();

        String location = Savepoints.write(manifest, checkpoints, target, options);

        assertThat(location).isEqualTo(target + "/savepoint-01234567-3");
        assertThat(Savepoints.find(location, options)).containsExactly(location);
        Savepoint savepoint = Savepoints.open(location, options);
        assertThat(savepoint.isSelfContained()).isTrue();
        assertThat(savepoint.files().read(file)).asString(UTF_8).isEqualTo("content");
    }

    @Test
    void where_there_is_none_in_an_object_store_is_told() {
        assertThatExceptionOfType(SavepointNotFoundException.class)
                .isThrownBy(() -> Savepoints.open(target + "/savepoint-01234567-4", options));
    }
}
