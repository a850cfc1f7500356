package io.tidemark.checkpoint.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the storage in an object store behaves when that store does not, and what it asks of it. */
class S3CheckpointStorageTest {
    private static final String SECRET = "the-secret-that-nobody-sees";
    private static final int ATTEMPTS = 3;

    @TempDir
    Path directory;

    private final String prefix = ObjectStore.prefix();
    private FaultProxy proxy;
    private CheckpointStorage storage;

    @BeforeEach
    void open() {
        proxy = new FaultProxy(ObjectStore.shared().endpoint());
        storage =
                CheckpointStorages.open("s3://" + ObjectStore.BUCKET + "/" + prefix, "job", options(proxy.endpoint()));
    }

    @AfterEach
    void close() {
        proxy.close();
    }

    private static Configuration options(String endpoint) {
        return options(endpoint, Duration.ofSeconds(10));
    }

    private static Configuration options(String endpoint, Duration timeout) {
        return Configuration.builder()
                .set(StorageOptions.S3_ENDPOINT, endpoint)
                .set(StorageOptions.S3_ACCESS_KEY, "access")
                .set(StorageOptions.S3_SECRET_KEY, SECRET)
                .set(StorageOptions.S3_ATTEMPTS, ATTEMPTS)
                .set(StorageOptions.S3_TIMEOUT, timeout)
                .build();
    }

    private static byte[] bytes(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static CheckpointManifest manifest(long id) {
        return CheckpointManifest.newBuilder().setCheckpointId(id).build();
    }

    // ------------------------------------------------------------------------------------ a store that is away

    @Test
    void a_store_that_is_away_for_a_moment_is_waited_for() throws IOException {
        proxy.unavailable(ATTEMPTS - 1);
        FileRef ref = storage.put("content".getBytes(UTF_8));

        proxy.unavailable(ATTEMPTS - 1);
        assertThat(storage.read(ref)).isEqualTo("content".getBytes(UTF_8));
        proxy.unavailable(ATTEMPTS - 1);
        storage.writeManifest(manifest(1));
        proxy.unavailable(ATTEMPTS - 1);
        assertThat(storage.manifestIds()).containsExactly(1L);
    }

    @Test
    void a_store_that_stays_away_is_an_error_that_names_it_and_nothing_is_lost() throws IOException {
        FileRef ref = storage.put("content".getBytes(UTF_8));
        storage.writeManifest(manifest(1));
        proxy.unavailable(1000);

        assertThatThrownBy(() -> storage.put("more".getBytes(UTF_8)))
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("s3://" + ObjectStore.BUCKET + "/" + prefix + "/job/files/")
                .hasMessageContaining("it answered 503 to " + ATTEMPTS + " attempts.\nIt is tried again");
        assertThatThrownBy(() -> storage.writeManifest(manifest(2))).isInstanceOf(StorageUnavailableException.class);
        assertThatThrownBy(() -> storage.fetch(ref, directory.resolve("target")))
                .isInstanceOf(StorageUnavailableException.class);
        assertThat(directory.resolve("target")).doesNotExist();
        assertThatThrownBy(() -> storage.readManifest(1)).isInstanceOf(StorageUnavailableException.class);
        assertThatThrownBy(() -> storage.deleteUnreferenced(Set.of())).isInstanceOf(StorageUnavailableException.class);

        proxy.unavailable(0);
        assertThat(storage.read(ref)).isEqualTo("content".getBytes(UTF_8));
        assertThat(storage.manifestIds()).containsExactly(1L);
        storage.put("more".getBytes(UTF_8));
        storage.writeManifest(manifest(2));
        assertThat(storage.manifestIds()).containsExactly(1L, 2L);
    }

    @Test
    void a_store_that_does_not_listen_or_is_too_slow_is_away_too() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        CheckpointStorage nowhere =
                CheckpointStorages.open("s3://" + ObjectStore.BUCKET, "job", options("http://127.0.0.1:" + port));
        assertThatThrownBy(nowhere::manifestIds)
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("Connection refused");

        CheckpointStorage slow = CheckpointStorages.open(
                "s3://" + ObjectStore.BUCKET, "job", options(proxy.endpoint(), Duration.ofMillis(300)));
        proxy.delay(1_000);
        assertThatThrownBy(slow::manifestIds)
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("timed out");
    }

    @Test
    void a_body_that_breaks_off_is_asked_for_again() throws IOException {
        byte[] content = bytes(1, 300_000);
        FileRef ref = storage.put(content);
        Path target = directory.resolve("target");

        proxy.truncate(ATTEMPTS - 1);
        storage.fetch(ref, target);
        assertThat(target).hasBinaryContent(content);
        proxy.truncate(ATTEMPTS - 1);
        assertThat(storage.read(ref)).isEqualTo(content);
    }

    @Test
    void a_body_that_always_breaks_off_is_no_damage_to_the_file() throws IOException {
        FileRef ref = storage.put(bytes(1, 300_000));
        proxy.truncate(1000);

        assertThatThrownBy(() -> storage.fetch(ref, directory.resolve("target")))
                .isInstanceOf(StorageUnavailableException.class);
        assertThat(directory.resolve("target")).doesNotExist();
    }

    // ------------------------------------------------------------------------------------ what is asked of it

    @Test
    void what_is_there_is_not_sent_again() throws IOException {
        storage.put(bytes(1, 1000));
        proxy.requests().clear();

        FileRef again = storage.put(bytes(1, 1000));
        storage.renew(again);

        assertThat(proxy.requests()).containsExactly("HEAD", "HEAD");
    }

    @Test
    void an_upload_that_failed_half_way_is_given_up_and_goes_well_the_next_time() throws IOException {
        CheckpointStorage parts = new S3CheckpointStorage(
                S3Clients.client(options(proxy.endpoint())),
                ObjectStore.BUCKET,
                prefix + "/job",
                Clock.systemUTC(),
                Duration.ofMinutes(15),
                StorageUnderTest.InObjectStore.PART_BYTES);
        Path file = Files.write(directory.resolve("file"), bytes(2, 11_000_000));
        proxy.failAfter(3);

        assertThatThrownBy(() -> parts.put(file)).isInstanceOf(StorageUnavailableException.class);

        proxy.unavailable(0);
        assertThat(ObjectStore.shared().keys(prefix)).isEmpty();
        FileRef ref = parts.put(file);
        parts.fetch(ref, directory.resolve("target"));
        assertThat(directory.resolve("target")).hasSameBinaryContentAs(file);
    }

    @Test
    void an_upload_whose_last_answer_was_lost_is_complete() throws IOException {
        CheckpointStorage parts = new S3CheckpointStorage(
                S3Clients.client(options(proxy.endpoint())),
                ObjectStore.BUCKET,
                prefix + "/job",
                Clock.systemUTC(),
                Duration.ofMinutes(15),
                StorageUnderTest.InObjectStore.PART_BYTES);
        Path file = Files.write(directory.resolve("file"), bytes(3, 6_000_000));
        proxy.loseAnswer("uploadId=");

        FileRef ref = parts.put(file);

        assertThat(parts.exists(ref)).isTrue();
        assertThat(uploads()).isZero();
    }

    @Test
    void an_upload_that_a_clean_up_took_for_an_old_one_is_no_damage_and_goes_well_the_next_time() throws IOException {
        CheckpointStorage parts = new S3CheckpointStorage(
                S3Clients.client(options(proxy.endpoint())),
                ObjectStore.BUCKET,
                prefix + "/job",
                Clock.systemUTC(),
                Duration.ofMinutes(15),
                StorageUnderTest.InObjectStore.PART_BYTES);
        Path file = Files.write(directory.resolve("file"), bytes(4, 11_000_000));
        // After a look whether it is there, the beginning of the upload and its first part.
        proxy.before(4, () -> cleanUp(Duration.ofMinutes(16)));

        assertThatThrownBy(() -> parts.put(file))
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("it lost an upload");

        FileRef ref = parts.put(file);
        parts.check(ref);
    }

    private void cleanUp(Duration later) {
        try {
            at(Clock.offset(Clock.systemUTC(), later), Duration.ofMinutes(15)).deleteUnreferenced(Set.of());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void uploads_that_a_crash_left_are_removed_when_they_are_old() throws IOException {
        String key = prefix + "/job/files/" + "a".repeat(64);
        ObjectStore.shared()
                .client()
                .createMultipartUpload(
                        create -> create.bucket(ObjectStore.BUCKET).key(key));
        Duration grace = Duration.ofMinutes(15);

        at(Clock.systemUTC(), grace).deleteUnreferenced(Set.of());
        assertThat(uploads()).isEqualTo(1);
        at(Clock.offset(Clock.systemUTC(), grace.plusMinutes(1)), grace).deleteUnreferenced(Set.of());
        assertThat(uploads()).isZero();
    }

    private CheckpointStorage at(Clock clock, Duration grace) {
        return new S3CheckpointStorage(
                ObjectStore.shared().client(), ObjectStore.BUCKET, prefix + "/job", clock, grace, 5 << 20);
    }

    private int uploads() {
        return ObjectStore.shared()
                .client()
                .listMultipartUploads(list -> list.bucket(ObjectStore.BUCKET).prefix(prefix + "/"))
                .uploads()
                .size();
    }

    @Test
    void a_whole_bucket_can_be_the_storage_of_one_savepoint() throws IOException {
        CheckpointStorage bucket = CheckpointStorages.at("s3://" + ObjectStore.BUCKET, options(proxy.endpoint()));

        assertThat(bucket.writeManifest(manifest(7)))
                .isEqualTo("s3://" + ObjectStore.BUCKET + "/checkpoints/chk-0000000007.manifest");
        assertThat(bucket.manifestIds()).containsExactly(7L);
        bucket.deleteManifest(7);
    }

    // ------------------------------------------------------------------------------------ mistakes

    @Test
    void a_bucket_that_is_not_there_is_refused_by_name() {
        CheckpointStorage wrong = CheckpointStorages.open("s3://no-such-bucket/p", "job", options(proxy.endpoint()));

        assertThatThrownBy(() -> wrong.put(new byte[] {1}))
                .isInstanceOf(StorageRefusedException.class)
                .hasMessageContaining("s3://no-such-bucket/p/job")
                .hasMessageContaining("NoSuchBucket")
                .hasMessageContaining("s3.endpoint");
    }

    @Test
    void options_that_do_not_fit_are_named() {
        assertThatThrownBy(() -> CheckpointStorages.open("s3://bucket", "job", options("127.0.0.1:9000")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("s3.endpoint")
                .hasMessageContaining("127.0.0.1:9000");
        Configuration half = options(proxy.endpoint()).without(StorageOptions.S3_SECRET_KEY);
        assertThatThrownBy(() -> CheckpointStorages.open("s3://bucket", "job", half))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("s3.secret-key");
    }

    @Test
    void trK5_theKeysOfTheObjectStoreAreInNoError() {
        proxy.unavailable(1000);

        Throwable failure = catchThrowable(() -> storage.put(new byte[] {1}));

        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        assertThat(trace.toString()).contains("503").doesNotContain(SECRET);
        assertThat(options(proxy.endpoint()).toString()).doesNotContain(SECRET);
        assertThat(StorageOptions.S3_SECRET_KEY.isSecret()).isTrue();
        assertThat(StorageOptions.S3_ACCESS_KEY.isSecret()).isTrue();
    }
}
