package io.tidemark.deploy.config;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.rpc.Security;
import java.nio.file.Path;
import java.util.Optional;

/** The shared secret as it was configured. No error names its value. */
public final class SecurityFromOptions {
    private SecurityFromOptions() {}

    /**
     * Reads the secret's file if there is one.
     *
     * @throws UserError when both ways to give the secret are used
     * @throws io.tidemark.network.rpc.NetworkSetupException when the secret is blank or cannot be read
     */
    public static Security of(Configuration configuration) {
        Optional<String> secret = configuration.find(ProcessOptions.SHARED_SECRET);
        Optional<String> file = configuration.find(ProcessOptions.SHARED_SECRET_FILE);
        boolean insecure = configuration.get(ProcessOptions.INSECURE);
        if (secret.isPresent() && file.isPresent()) {
            throw UserError.usage(
                    "both security.shared-secret and security.shared-secret-file are set", "Set one of them.");
        }
        return file.map(name -> Security.fromFile(Path.of(name), insecure))
                .orElseGet(() -> new Security(secret.orElse(null), insecure));
    }
}
