package io.tidemark.network.rpc;

import io.tidemark.network.rpc.NetworkSetupException.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Who may take part: those who know the shared secret. Without one only loopback is used, unless {@code insecure}.
 *
 * <p>Configured as option {@code security.shared-secret} or {@code security.shared-secret-file}.
 *
 * @param sharedSecret null for none
 * @param insecure whether addresses beyond this machine are allowed without a secret
 */
public record Security(String sharedSecret, boolean insecure) {
    /** No secret: loopback only. */
    public static final Security LOOPBACK_ONLY = new Security(null, false);

    public Security {
        if (sharedSecret != null && sharedSecret.isBlank()) {
            throw new NetworkSetupException(
                    Problem.SECRET_UNREADABLE,
                    "the shared secret is blank",
                    "set security.shared-secret to a long random text, or leave it out to use loopback only");
        }
    }

    public static Security withSecret(String sharedSecret) {
        return new Security(sharedSecret, false);
    }

    /**
     * With the secret in a file, spaces and line ends around it left out.
     *
     * @throws NetworkSetupException when it cannot be read or is blank
     */
    public static Security fromFile(Path file, boolean insecure) {
        try {
            String secret = Files.readString(file).strip();
            if (secret.isEmpty()) {
                throw new NetworkSetupException(
                        Problem.SECRET_UNREADABLE,
                        "the shared secret's file " + file + " is empty",
                        "write a long random text into it");
            }
            return new Security(secret, insecure);
        } catch (IOException e) {
            throw new NetworkSetupException(
                    Problem.SECRET_UNREADABLE,
                    "the shared secret's file " + file + " cannot be read: " + e,
                    "check security.shared-secret-file and the file's permissions",
                    e);
        }
    }

    public boolean hasSecret() {
        return sharedSecret != null;
    }

    /** @throws NetworkSetupException when listening on this host needs a secret and there is none */
    public void checkBind(String host) {
        check("listening on", host);
    }

    /** @throws NetworkSetupException when connecting to this host needs a secret and there is none */
    public void checkConnect(String host) {
        check("connecting to", host);
    }

    private void check(String doing, String host) {
        if (hasSecret() || insecure || new HostPort(host, 0).isLoopback()) {
            return;
        }
        throw new NetworkSetupException(
                Problem.SECRET_NEEDED,
                doing + " " + host + ", which is beyond this machine's loopback, needs a shared secret",
                "set security.shared-secret or security.shared-secret-file on every process, or allow it with --insecure");
    }

    /** Never shows the secret. */
    @Override
    public String toString() {
        return "Security[" + (hasSecret() ? "shared secret" : insecure ? "insecure" : "loopback only") + "]";
    }
}
