package io.tidemark.deploy.drill.stage;

import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What the example {@code numbered-records} noted of its subtasks' lives; see its class {@code LogbookPage}. */
public record Logbook(Path directory) {
    private static final String READ = "read-";
    private static final String COUNTED = "counted-";
    private static final int PAGE_BYTES = 6 * Long.BYTES;

    /**
     * One subtask in one of its lives.
     *
     * @param first number that it had; -1 for none
     * @param highest number that it had; -1 for none
     * @param firstNewAtMs when it first had one that nobody had had before; 0 for never
     */
    record Page(long begunAtMs, long first, long highest, long firstNewAtMs) {}

    /** Tells the job to come to its end. */
    public void hurry() {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("hurry"), "");
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** The highest number that the source made; -1 for none. */
    long highestRead() {
        return pages(READ).stream().mapToLong(Page::highest).max().orElse(-1);
    }

    /** The lowest number that the source made since a moment; -1 for none. */
    long firstReadSince(long sinceMs) {
        return pages(READ).stream()
                .filter(page -> page.begunAtMs() >= sinceMs && page.first() >= 0)
                .mapToLong(Page::first)
                .min()
                .orElse(-1);
    }

    /** How many records were made more than once, all their repetitions counted. */
    long replayed() {
        long replayed = 0;
        long highest = -1;
        for (Page page : pages(READ)) {
            if (page.first() >= 0) {
                replayed += Math.max(0, highest + 1 - page.first());
                highest = Math.max(highest, page.highest());
            }
        }
        return replayed;
    }

    /**
     * When a step that counts first had a record that nobody had had before, among those that began after a moment; empty
     * when none began, or none has had one yet.
     */
    OptionalLong firstNewResultMs(long sinceMs) {
        return pages(COUNTED).stream()
                .filter(page -> page.begunAtMs() >= sinceMs && page.firstNewAtMs() > 0)
                .mapToLong(Page::firstNewAtMs)
                .min();
    }

    private List<Page> pages(String step) {
        List<Page> pages = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return pages;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(step) && name.endsWith(".page")) {
                    pages.add(page(Files.readAllBytes(file)));
                }
            }
        } catch (IOException e) {
            throw unusable(e);
        }
        pages.sort(Comparator.comparingLong(Page::begunAtMs));
        return pages;
    }

    static Page page(byte[] bytes) {
        if (bytes.length != PAGE_BYTES) {
            throw UserError.failed(
                    "a page of the job's logbook has " + bytes.length + " bytes, not " + PAGE_BYTES,
                    "Use the example numbered-records of this distribution.");
        }
        ByteBuffer numbers = ByteBuffer.wrap(bytes);
        return new Page(numbers.getLong(0), numbers.getLong(16), numbers.getLong(24), numbers.getLong(40));
    }

    private UserError unusable(IOException e) {
        return UserError.failed("the job's logbook in " + directory + " cannot be used: " + e, "Look there.", e);
    }
}
