package io.tidemark.deploy.cli;

import java.nio.file.Path;

/** Locations as a user names them: a path means what it means here, also for the coordinator. */
final class Locations {
    private Locations() {}

    static String absolute(String given) {
        return given.contains("://")
                ? given
                : Path.of(given).toAbsolutePath().normalize().toString();
    }
}
