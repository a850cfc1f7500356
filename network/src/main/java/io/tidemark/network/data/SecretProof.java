package io.tidemark.network.data;

import io.tidemark.network.rpc.Security;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proofs that both sides of a connection know the shared secret, which itself never travels: keyed digests over the numbers
 * that each side has used once, different for the two directions so that neither can be sent back.
 */
final class SecretProof {
    private static final byte[] NONE = {};

    private final byte[] secret;

    SecretProof(Security security) {
        secret = security.hasSecret() ? security.sharedSecret().getBytes(StandardCharsets.UTF_8) : null;
    }

    /** The client's proof; empty when there is no secret. */
    byte[] ofClient(byte[] serverNonce, byte[] clientNonce, String workerId) {
        return digest("tidemark data client 1", serverNonce, clientNonce, workerId);
    }

    /** The server's proof; empty when there is no secret. */
    byte[] ofServer(byte[] serverNonce, byte[] clientNonce, String workerId) {
        return digest("tidemark data server 1", serverNonce, clientNonce, workerId);
    }

    /** Whether what the peer sent is good enough: anything when there is no secret here. */
    boolean accepts(byte[] expected, byte[] sent) {
        return secret == null || MessageDigest.isEqual(expected, sent);
    }

    private byte[] digest(String purpose, byte[] serverNonce, byte[] clientNonce, String workerId) {
        if (secret == null) {
            return NONE;
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) 0);
            mac.update(serverNonce);
            mac.update(clientNonce);
            mac.update(workerId.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no HmacSHA256", e);
        }
    }
}
