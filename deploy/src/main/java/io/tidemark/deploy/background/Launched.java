package io.tidemark.deploy.background;

import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process on its way up; what it says stands in its log behind {@code logStart}. */
record Launched(ProcessRecord process, Path log, long logStart) {
    private static final String CAUSE = "tidemark: ";

    String name() {
        return process.name();
    }

    /** What the process said about its end: one line of cause, and one of what to do. */
    UserError failure() {
        List<String> lines = linesSinceStart();
        for (int i = lines.size() - 2; i >= 0; i--) {
            if (lines.get(i).startsWith(CAUSE)) {
                return UserError.failed(lines.get(i).substring(CAUSE.length()), lines.get(i + 1));
            }
        }
        return UserError.failed("the process " + name() + " ended at once", "Its log says why: " + log);
    }

    private List<String> linesSinceStart() {
        try {
            byte[] bytes = Files.readAllBytes(log);
            int from = (int) Math.min(logStart, bytes.length);
            return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
