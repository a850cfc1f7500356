package io.tidemark.checkpoint.storage;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.InvalidConfigurationException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Clients of object stores. There is one for each way of reaching one, it lives as long as the process, and all storages
 * share it: it is thread-safe and holds no connection that is not in use.
 */
final class S3Clients {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(4);
    private static final Map<Access, S3Client> CLIENTS = new ConcurrentHashMap<>();

    private S3Clients() {}

    /** How an object store is reached. Not for logs: it holds the keys. */
    private record Access(
            Optional<String> endpoint,
            Optional<String> region,
            boolean isPathStyle,
            Optional<String> accessKey,
            Optional<String> secretKey,
            int attempts,
            Duration timeout) {
        static Access of(Configuration options) {
            Optional<String> endpoint = options.find(StorageOptions.S3_ENDPOINT);
            return new Access(
                    endpoint,
                    options.find(StorageOptions.S3_REGION),
                    options.find(StorageOptions.S3_PATH_STYLE).orElse(endpoint.isPresent()),
                    options.find(StorageOptions.S3_ACCESS_KEY),
                    options.find(StorageOptions.S3_SECRET_KEY),
                    options.get(StorageOptions.S3_ATTEMPTS),
                    options.get(StorageOptions.S3_TIMEOUT));
        }

        @Override
        public String toString() {
            return endpoint.orElse("AWS") + " " + region.orElse("");
        }
    }

    /** @throws InvalidConfigurationException when the options do not fit together, or no region is known */
    static S3Client client(Configuration options) {
        return CLIENTS.computeIfAbsent(Access.of(options), S3Clients::make);
    }

    private static S3Client make(Access access) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(access.timeout())
                        .socketTimeout(access.timeout()))
                .forcePathStyle(access.isPathStyle())
                // Every file carries its own checksum there, and is verified against its name on the way back.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .credentialsProvider(credentials(access))
                .overrideConfiguration(override -> override.retryStrategy(retries(access.attempts())));
        access.endpoint().map(S3Clients::uri).ifPresent(builder::endpointOverride);
        access.region()
                .or(() -> access.endpoint().map(endpoint -> "us-east-1"))
                .map(Region::of)
                .ifPresent(builder::region);
        try {
            return builder.build();
        } catch (SdkClientException e) {
            // What the client says lists every place that it looked in, as objects.
            throw new InvalidConfigurationException("the object store's region is not known; set "
                    + StorageOptions.S3_ENDPOINT.key() + " when it is not AWS, and " + StorageOptions.S3_REGION.key()
                    + " when it is");
        }
    }

    private static AwsCredentialsProvider credentials(Access access) {
        if (access.accessKey().isPresent() != access.secretKey().isPresent()) {
            throw new InvalidConfigurationException(StorageOptions.S3_ACCESS_KEY.key() + " and "
                    + StorageOptions.S3_SECRET_KEY.key() + " go together, and only one of them is set");
        }
        return access.accessKey()
                .<AwsCredentialsProvider>map(key -> StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(key, access.secretKey().orElseThrow())))
                .orElseGet(() -> DefaultCredentialsProvider.builder().build());
    }

    private static URI uri(String endpoint) {
        try {
            URI uri = URI.create(endpoint);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new InvalidConfigurationException(StorageOptions.S3_ENDPOINT.key() + ": \"" + endpoint
                + "\" does not fit, expected a URL such as http://127.0.0.1:9000");
    }

    private static RetryStrategy retries(int attempts) {
        BackoffStrategy pauses = BackoffStrategy.exponentialDelayHalfJitter(FIRST_PAUSE, LONGEST_PAUSE);
        return AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(attempts)
                .backoffStrategy(pauses)
                .throttlingBackoffStrategy(pauses)
                .build();
    }
}
