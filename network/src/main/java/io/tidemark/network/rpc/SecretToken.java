package io.tidemark.network.rpc;

import io.grpc.Metadata;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What a gRPC call carries to show that its caller knows the secret: a keyed digest, so that no log of headers has it. */
final class SecretToken {
    static final Metadata.Key<String> HEADER = Metadata.Key.of("tidemark-token", Metadata.ASCII_STRING_MARSHALLER);

    private static final byte[] PURPOSE = "tidemark rpc 1".getBytes(StandardCharsets.US_ASCII);

    private final String token;

    SecretToken(String sharedSecret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(sharedSecret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            token = HexFormat.of().formatHex(mac.doFinal(PURPOSE));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no HmacSHA256", e);
        }
    }

    String token() {
        return token;
    }

    /** In a time that does not depend on where the two differ. */
    boolean matches(String other) {
        return other != null
                && MessageDigest.isEqual(
                        token.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
    }
}
