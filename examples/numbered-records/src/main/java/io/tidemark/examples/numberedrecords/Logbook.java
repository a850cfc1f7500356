package io.tidemark.examples.numberedrecords;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A directory in which the job's subtasks note what they do, a page for each of their lives. It is no part of the job's
 * results and of no checkpoint: it tells what a failure made the job do again, and for how long it stood still. All
 * processes of the cluster must reach it.
 *
 * @param directory empty for no logbook
 */
record Logbook(String directory) implements Serializable {
    private static final String HURRY = "hurry";
    private static final String PAGE = ".page";

    boolean isKept() {
        return !directory.isEmpty();
    }

    /** Whether somebody has put the file {@code hurry} into the directory: the job is to come to its end. */
    boolean isHurried() {
        return isKept() && Files.exists(Path.of(directory, HURRY));
    }

    /**
     * Begins a page.
     *
     * @param who the step and its subtask, such as {@code read-0}
     */
    LogbookPage open(String who) throws IOException {
        if (!isKept()) {
            return LogbookPage.unwritten();
        }
        Path home = Files.createDirectories(Path.of(directory));
        String step = who.substring(0, who.lastIndexOf('-') + 1);
        long known = -1;
        try (Stream<Path> files = Files.list(home)) {
            List<Path> earlier = files.filter(file -> isPageOf(file, step)).toList();
            for (Path file : earlier) {
                known = Math.max(known, LogbookPage.highestIn(file));
            }
        }
        return LogbookPage.begin(home.resolve(who + "-" + UUID.randomUUID() + PAGE), known);
    }

    private static boolean isPageOf(Path file, String step) {
        String name = file.getFileName().toString();
        return name.startsWith(step) && name.endsWith(PAGE);
    }
}
