package io.tidemark.checkpoint.savepoint;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a location says without looking there: it is that of a savepoint or of a job's checkpoints, or that of one manifest
 * in it. Works on directories and on the names of object stores alike.
 *
 * @param directory without a slash at the end
 * @param checkpointId of the manifest; empty when the location names none
 */
record SavepointPath(String directory, OptionalLong checkpointId) {
    private static final Pattern MANIFEST = Pattern.compile("(?:(.*)/)?checkpoints/chk-(\\d{10,19})\\.manifest");

    static SavepointPath of(String location) {
        String trimmed = location.length() > 1 && location.endsWith("/")
                ? location.substring(0, location.length() - 1)
                : location;
        Matcher manifest = MANIFEST.matcher(trimmed);
        if (manifest.matches()) {
            String directory = manifest.group(1) == null ? "." : manifest.group(1);
            return new SavepointPath(directory, OptionalLong.of(Long.parseLong(manifest.group(2))));
        }
        return new SavepointPath(trimmed, OptionalLong.empty());
    }

    /** Whether it is in an object store. */
    boolean isRemote() {
        return directory.contains("://");
    }

    /** The location of a manifest in this directory. */
    String manifest(long id) {
        return directory + "/checkpoints/" + String.format("chk-%010d.manifest", id);
    }
}
