package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A storage in a bucket of an S3-compatible object store, laid out as the one in a directory. A put object is there whole
 * or not at all, and durable, so a manifest is one put. The time at which a file was last put or renewed is in its metadata,
 * by the clock of whoever did it.
 *
 * <p>Only one process at a time may remove files of a job; the coordinator does, in turn with writing manifests.
 */
final class S3CheckpointStorage implements CheckpointStorage {
    /** Larger files are sent in parts of this size. */
    static final long DEFAULT_PART_BYTES = 32L << 20;

    private static final long ANY_AGE = Long.MIN_VALUE;
    private static final String STAMP = "stored-ms";
    /** A file is stamped again only after this part of the grace: before, it has enough of it left. */
    private static final int STAMPS_IN_GRACE = 4;

    private static final long MOST_BYTES_TO_COPY = 5L << 30;
    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERROR = 500;
    private static final Set<Integer> COMES_BACK = Set.of(408, 429);

    private final S3Client s3;
    private final String bucket;
    private final String files;
    private final String manifests;
    private final Clock clock;
    private final Duration grace;
    private final long partBytes;

    /** @param job the prefix of the job itself, without a slash at its end; null or empty for the whole bucket */
    S3CheckpointStorage(S3Client s3, String bucket, String job, Clock clock, Duration grace, long partBytes) {
        this.s3 = s3;
        this.bucket = bucket;
        String root = job == null || job.isEmpty() ? "" : job + "/";
        this.files = root + StorageNames.FILES + "/";
        this.manifests = root + StorageNames.MANIFESTS + "/";
        this.clock = clock;
        this.grace = grace;
        this.partBytes = partBytes;
    }

    private interface Request<T> {
        T send() throws IOException;
    }

    /** Sends a request, with the SDK's own repetitions, and says of what failed in the end what it means here. */
    private <T> T ask(String key, Request<T> request) throws IOException {
        try {
            return request.send();
        } catch (AwsServiceException e) {
            String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
            String said = e.statusCode() + (code == null || code.isEmpty() ? "" : " " + code);
            if (e.statusCode() >= SERVER_ERROR || COMES_BACK.contains(e.statusCode())) {
                throw new StorageUnavailableException(
                        url(key), "it answered " + said + " to " + attempts(e.numAttempts()), e);
            }
            if (e.statusCode() == NOT_FOUND && !"NoSuchBucket".equals(code)) {
                throw new CorruptCheckpointException(url(key), "it is missing", e);
            }
            throw new StorageRefusedException(url(key), said, e);
        } catch (SdkClientException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof CorruptCheckpointException corrupt) {
                    throw corrupt;
                }
            }
            throw new StorageUnavailableException(url(key), innermost(e), e);
        }
    }

    private static String attempts(Integer number) {
        return number == null || number == 1 ? "the request" : number + " attempts";
    }

    private static String innermost(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
        return root == failure ? message : root.getClass().getSimpleName() + ": " + message;
    }

    private String url(String key) {
        return "s3://" + bucket + "/" + key;
    }

    private String keyOf(FileRef ref) throws CorruptCheckpointException {
        return files + StorageNames.file(ref, url(files));
    }

    private String manifestKey(long checkpointId) {
        return manifests + StorageNames.manifest(checkpointId);
    }

    // ------------------------------------------------------------------------------------ files

    @Override
    public FileRef put(Path file) throws IOException {
        FileRef ref = ContentHash.of(file);
        if (!renew(ref)) {
            send(file, ref);
        }
        return ref;
    }

    @Override
    public FileRef replace(Path file) throws IOException {
        FileRef ref = ContentHash.of(file);
        send(file, ref);
        return ref;
    }

    private void send(Path file, FileRef ref) throws IOException {
        if (ref.getBytes() > partBytes) {
            putInParts(file, ref);
        } else {
            putObject(keyOf(ref), base64(ref), RequestBody.fromFile(file));
        }
    }

    @Override
    public FileRef put(byte[] bytes) throws IOException {
        FileRef ref = ContentHash.of(bytes);
        if (!renew(ref)) {
            putObject(keyOf(ref), base64(ref), RequestBody.fromBytes(bytes));
        }
        return ref;
    }

    private void putObject(String key, String sha256, RequestBody body) throws IOException {
        ask(
                key,
                () -> s3.putObject(
                        put -> put.bucket(bucket)
                                .key(key)
                                .checksumSHA256(sha256)
                                .metadata(stamp()),
                        body));
    }

    private void putInParts(Path file, FileRef ref) throws IOException {
        String key = keyOf(ref);
        String upload = ask(
                key,
                () -> s3.createMultipartUpload(create -> create.bucket(bucket)
                                .key(key)
                                .checksumAlgorithm(ChecksumAlgorithm.SHA256)
                                .metadata(stamp()))
                        .uploadId());
        try (InputStream in = Files.newInputStream(file)) {
            List<CompletedPart> parts = new ArrayList<>();
            for (long sent = 0; sent < ref.getBytes(); ) {
                byte[] part = in.readNBytes((int) Math.min(partBytes, ref.getBytes() - sent));
                if (part.length == 0) {
                    throw new IOException(
                            file + " became shorter while it was sent: " + sent + " bytes of " + ref.getBytes());
                }
                parts.add(putPart(key, upload, parts.size() + 1, part));
                sent += part.length;
            }
            complete(ref, key, upload, parts);
        } catch (CorruptCheckpointException e) {
            // What is missing is the upload, which somebody else took for an old one.
            throw new StorageUnavailableException(url(key), "it lost an upload", e);
        } catch (IOException | RuntimeException e) {
            abandon(key, upload, e);
            throw e;
        }
    }

    private void complete(FileRef ref, String key, String upload, List<CompletedPart> parts) throws IOException {
        try {
            ask(
                    key,
                    () -> s3.completeMultipartUpload(complete -> complete.bucket(bucket)
                            .key(key)
                            .uploadId(upload)
                            .multipartUpload(list -> list.parts(parts))));
        } catch (CorruptCheckpointException e) {
            // Perhaps it was completed by a request whose answer was lost.
            if (!exists(ref)) {
                throw e;
            }
        }
    }

    private CompletedPart putPart(String key, String upload, int number, byte[] part) throws IOException {
        String sha256 = base64(ContentHash.of(part));
        String tag = ask(
                key,
                () -> s3.uploadPart(
                                send -> send.bucket(bucket)
                                        .key(key)
                                        .uploadId(upload)
                                        .partNumber(number)
                                        .checksumSHA256(sha256),
                                RequestBody.fromBytes(part))
                        .eTag());
        return CompletedPart.builder()
                .partNumber(number)
                .eTag(tag)
                .checksumSHA256(sha256)
                .build();
    }

    /** What stays because this fails too is removed by {@link #deleteUnreferenced}. */
    private void abandon(String key, String upload, Exception failure) {
        try {
            s3.abortMultipartUpload(abort -> abort.bucket(bucket).key(key).uploadId(upload));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static String base64(FileRef ref) {
        return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(ref.getSha256()));
    }

    private Map<String, String> stamp() {
        return Map.of(STAMP, Long.toString(clock.millis()));
    }

    /** How long ago a file was put or renewed. One that does not say so is as old as the store says. */
    private long ageMs(HeadObjectResponse head) {
        String stamp = head.metadata().get(STAMP);
        long storedMs = stamp == null ? head.lastModified().toEpochMilli() : Long.parseLong(stamp);
        return clock.millis() - storedMs;
    }

    /** What is known of an object; null when there is none. */
    private HeadObjectResponse head(String key) throws IOException {
        return ask(key, () -> {
            try {
                return s3.headObject(head -> head.bucket(bucket).key(key));
            } catch (AwsServiceException e) {
                // An answer to HEAD has no body, so a missing bucket looks the same; the put that follows tells.
                if (e.statusCode() == NOT_FOUND) {
                    return null;
                }
                throw e;
            }
        });
    }

    @Override
    public boolean renew(FileRef ref) throws IOException {
        String key = keyOf(ref);
        HeadObjectResponse head = head(key);
        if (head == null || head.contentLength() != ref.getBytes()) {
            return false;
        }
        if (ageMs(head) <= grace.toMillis() / STAMPS_IN_GRACE) {
            return true;
        }
        if (ref.getBytes() > MOST_BYTES_TO_COPY) {
            return false;
        }
        try {
            ask(
                    key,
                    () -> s3.copyObject(copy -> copy.sourceBucket(bucket)
                            .sourceKey(key)
                            .destinationBucket(bucket)
                            .destinationKey(key)
                            .checksumAlgorithm(ChecksumAlgorithm.SHA256)
                            .metadataDirective(MetadataDirective.REPLACE)
                            .metadata(stamp())));
            return true;
        } catch (CorruptCheckpointException e) {
            // Removed in between.
            return false;
        }
    }

    @Override
    public boolean exists(FileRef ref) throws IOException {
        HeadObjectResponse head = head(keyOf(ref));
        return head != null && head.contentLength() == ref.getBytes();
    }

    @Override
    public void fetch(FileRef ref, Path target) throws IOException {
        String key = keyOf(ref);
        try {
            get(key, in -> {
                FileRef found;
                try (OutputStream out = Files.newOutputStream(target)) {
                    found = ContentHash.pump(in, (buffer, length) -> out.write(buffer, 0, length));
                }
                ContentHash.check(ref, found, url(key));
                return null;
            });
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    @Override
    public void check(FileRef ref) throws IOException {
        String key = keyOf(ref);
        get(key, in -> {
            ContentHash.check(ref, ContentHash.pump(in, (buffer, length) -> {}), url(key));
            return null;
        });
    }

    @Override
    public byte[] read(FileRef ref) throws IOException {
        String key = keyOf(ref);
        return get(key, in -> {
            byte[] bytes = in.readAllBytes();
            ContentHash.check(ref, ContentHash.of(bytes), url(key));
            return bytes;
        });
    }

    private interface Body<T> {
        T read(InputStream in) throws IOException;
    }

    /** Reads an object; one that breaks off is asked for again, as often as a request that was not answered. */
    private <T> T get(String key, Body<T> body) throws IOException {
        ResponseTransformer<GetObjectResponse, T> transformer = (response, in) -> {
            Counted counted = new Counted(in);
            try {
                T read = body.read(counted);
                refuseShort(key, response, counted);
                return read;
            } catch (CorruptCheckpointException e) {
                // The checksum of a body that broke off says nothing of the object.
                refuseShort(key, response, counted);
                throw e;
            } catch (IOException e) {
                throw RetryableException.create(key + " broke off: " + e.getMessage(), e);
            }
        };
        return ask(key, () -> s3.getObject(request -> request.bucket(bucket).key(key), transformer));
    }

    private static void refuseShort(String key, GetObjectResponse response, Counted counted) {
        Long length = response.contentLength();
        if (length != null && counted.bytes < length) {
            throw RetryableException.create(key + " broke off after " + counted.bytes + " bytes of " + length);
        }
    }

    /** Counts what was read. */
    private static final class Counted extends InputStream {
        private final AbortableInputStream in;
        private long bytes;

        Counted(AbortableInputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int one = in.read();
            bytes += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = in.read(buffer, offset, length);
            bytes += Math.max(0, read);
            return read;
        }
    }

    // ------------------------------------------------------------------------------------ manifests

    @Override
    public String writeManifest(CheckpointManifest manifest) throws IOException {
        String key = manifestKey(manifest.getCheckpointId());
        byte[] bytes = ManifestFormat.encode(manifest);
        putObject(key, base64(ContentHash.of(bytes)), RequestBody.fromBytes(bytes));
        return url(key);
    }

    @Override
    public CheckpointManifest readManifest(long checkpointId) throws IOException {
        String key = manifestKey(checkpointId);
        return ManifestFormat.decode(get(key, InputStream::readAllBytes), checkpointId, url(key));
    }

    @Override
    public List<Long> manifestIds() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (S3Object object : list(manifests)) {
            OptionalLong id = StorageNames.checkpointId(object.key().substring(manifests.length()));
            id.ifPresent(ids::add);
        }
        Collections.sort(ids);
        return ids;
    }

    private List<S3Object> list(String prefix) throws IOException {
        return ask(
                prefix,
                () -> s3
                        .listObjectsV2Paginator(
                                request -> request.bucket(bucket).prefix(prefix))
                        .contents()
                        .stream()
                        .toList());
    }

    @Override
    public void deleteManifest(long checkpointId) throws IOException {
        delete(manifestKey(checkpointId));
    }

    private void delete(String key) throws IOException {
        ask(key, () -> s3.deleteObject(request -> request.bucket(bucket).key(key)));
    }

    // ------------------------------------------------------------------------------------ clean-up

    @Override
    public int deleteUnreferenced(Set<String> pinnedSha256) throws IOException {
        return deleteUnreferenced(pinnedSha256, grace.toMillis());
    }

    @Override
    public int deleteAbandoned() throws IOException {
        return deleteUnreferenced(Set.of(), ANY_AGE);
    }

    @Override
    public void deleteAll() throws IOException {
        for (String prefix : List.of(manifests, files)) {
            for (S3Object object : list(prefix)) {
                delete(object.key());
            }
        }
        abandonUploads(ANY_AGE);
    }

    private int deleteUnreferenced(Set<String> pinnedSha256, long graceMs) throws IOException {
        NamedFiles named = NamedFiles.in(this, pinnedSha256);
        Set<String> wanted = named.sha256();
        long olderThanMs = named.unneededAfterMs(graceMs, clock.millis());
        int removed = 0;
        for (S3Object object : list(files)) {
            if (!wanted.contains(object.key().substring(files.length()))) {
                HeadObjectResponse head = head(object.key());
                if (head != null && ageMs(head) > olderThanMs) {
                    delete(object.key());
                    removed++;
                }
            }
        }
        // How old an upload is the store says by its own clock.
        abandonUploads(graceMs);
        return removed;
    }

    private void abandonUploads(long olderThanMs) throws IOException {
        List<MultipartUpload> uploads =
                ask(
                        files,
                        () -> s3
                                .listMultipartUploadsPaginator(
                                        request -> request.bucket(bucket).prefix(files))
                                .uploads()
                                .stream()
                                .toList());
        for (MultipartUpload upload : uploads) {
            if (clock.millis() - upload.initiated().toEpochMilli() > olderThanMs) {
                ask(
                        upload.key(),
                        () -> s3.abortMultipartUpload(
                                abort -> abort.bucket(bucket).key(upload.key()).uploadId(upload.uploadId())));
            }
        }
    }
}
