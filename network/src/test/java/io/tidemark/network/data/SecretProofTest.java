package io.tidemark.network.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.rpc.Security;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class SecretProofTest {
    private static final byte[] SERVER_NONCE = {1, 2, 3};
    private static final byte[] CLIENT_NONCE = {4, 5, 6};

    private final SecretProof proof = new SecretProof(Security.withSecret("swordfish"));
    private final byte[] ofClient = proof.ofClient(SERVER_NONCE, CLIENT_NONCE, "w1");

    @Test
    void whoKnowsTheSecretIsAccepted() {
        SecretProof other = new SecretProof(Security.withSecret("swordfish"));
        assertThat(other.accepts(other.ofClient(SERVER_NONCE, CLIENT_NONCE, "w1"), ofClient))
                .isTrue();
    }

    @Test
    void anythingElseIsNot() {
        byte[] expected = ofClient;
        assertThat(proof.accepts(expected, new byte[0])).isFalse();
        assertThat(proof.accepts(expected, "swordfish".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
        assertThat(proof.accepts(
                        expected,
                        new SecretProof(Security.withSecret("tunafish")).ofClient(SERVER_NONCE, CLIENT_NONCE, "w1")))
                .isFalse();
        assertThat(proof.accepts(expected, proof.ofClient(CLIENT_NONCE, CLIENT_NONCE, "w1")))
                .as("another number used once")
                .isFalse();
        assertThat(proof.accepts(expected, proof.ofClient(SERVER_NONCE, CLIENT_NONCE, "w2")))
                .as("another worker")
                .isFalse();
        assertThat(proof.accepts(expected, proof.ofServer(SERVER_NONCE, CLIENT_NONCE, "w1")))
                .as("the other direction's")
                .isFalse();
    }

    @Test
    void theSecretIsNotInTheProof() {
        assertThat(new String(ofClient, StandardCharsets.ISO_8859_1)).doesNotContain("swordfish");
        assertThat(ofClient).hasSize(32);
    }

    @Test
    void withoutASecretHereAnythingIsAcceptedAndNothingIsProved() {
        SecretProof none = new SecretProof(Security.LOOPBACK_ONLY);
        assertThat(none.ofClient(SERVER_NONCE, CLIENT_NONCE, "w1")).isEmpty();
        assertThat(none.accepts(new byte[0], ofClient)).isTrue();
    }
}
