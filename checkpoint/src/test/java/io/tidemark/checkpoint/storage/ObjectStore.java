package io.tidemark.checkpoint.storage;

import com.adobe.testing.s3mock.S3MockApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** An object store in this process, one for all tests; each test takes a prefix of its own. */
public final class ObjectStore {
    public static final String BUCKET = "tidemark";

    private static final AtomicInteger PREFIXES = new AtomicInteger();
    private static ObjectStore started;

    private final S3MockApplication server;
    private final S3Client client;

    private ObjectStore() {
        try {
            server = S3MockApplication.start(new HashMap<>(Map.of(
                    S3MockApplication.PROP_HTTP_PORT,
                    "0",
                    S3MockApplication.PROP_HTTPS_PORT,
                    "0",
                    S3MockApplication.PROP_INITIAL_BUCKETS,
                    BUCKET,
                    S3MockApplication.PROP_SILENT,
                    true,
                    S3MockApplication.PROP_ROOT_DIRECTORY,
                    Files.createTempDirectory("objects").toString())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        client = S3Client.builder()
                .endpointOverride(URI.create(endpoint()))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .build();
    }

    public static synchronized ObjectStore shared() {
        if (started == null) {
            started = new ObjectStore();
        }
        return started;
    }

    /** A prefix that no other test uses. */
    public static String prefix() {
        return "test-" + PREFIXES.incrementAndGet();
    }

    // Where else would the port be asked for: its successor is a container.
    @SuppressWarnings("removal")
    public String endpoint() {
        return "http://127.0.0.1:" + server.getHttpPort();
    }

    S3Client client() {
        return client;
    }

    public List<String> keys(String prefix) {
        return client.listObjectsV2Paginator(list -> list.bucket(BUCKET).prefix(prefix)).contents().stream()
                .map(S3Object::key)
                .sorted()
                .toList();
    }

    public byte[] read(String key) {
        return client.getObject(get -> get.bucket(BUCKET).key(key), ResponseTransformer.toBytes())
                .asByteArray();
    }

    void write(String key, byte[] content) {
        client.putObject(put -> put.bucket(BUCKET).key(key), RequestBody.fromBytes(content));
    }

    void delete(String key) {
        client.deleteObject(delete -> delete.bucket(BUCKET).key(key));
    }
}
