package io.tidemark.examples.numberedrecords;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What one subtask did in one of its lives: a file of six numbers of eight bytes each, in this order. It is mapped, so what was
 * noted outlives the process however that ends.
 *
 * <ol>
 *   <li>when the page was begun, in milliseconds since 1970
 *   <li>the highest number that any page of the step held then; -1 for none
 *   <li>the first number noted; -1 for none
 *   <li>the highest number noted; -1 for none
 *   <li>when the first was noted, in milliseconds since 1970; 0 for never
 *   <li>when the first was noted that is above the highest known before; 0 for never
 * </ol>
 */
final class LogbookPage {
    private static final int BYTES = 6 * Long.BYTES;
    private static final int BEGUN_AT = 0;
    private static final int KNOWN = 8;
    private static final int FIRST = 16;
    private static final int HIGHEST = 24;
    private static final int FIRST_AT = 32;
    private static final int FIRST_NEW_AT = 40;

    private final ByteBuffer numbers;
    private final long known;
    private long highest = -1;
    private boolean hasNew;

    private LogbookPage(ByteBuffer numbers, long known) {
        this.numbers = numbers;
        this.known = known;
    }

    static LogbookPage begin(Path file, long known) throws IOException {
        ByteBuffer blank = ByteBuffer.allocate(BYTES);
        fill(blank, known);
        // Under its name only when it is whole, since others look for pages.
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        Files.write(draft, blank.array());
        Files.move(draft, file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new LogbookPage(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES), known);
        }
    }

    /** A page that nobody will read. */
    static LogbookPage unwritten() {
        ByteBuffer numbers = ByteBuffer.allocate(BYTES);
        fill(numbers, -1);
        return new LogbookPage(numbers, -1);
    }

    private static void fill(ByteBuffer numbers, long known) {
        numbers.putLong(BEGUN_AT, System.currentTimeMillis())
                .putLong(KNOWN, known)
                .putLong(FIRST, -1)
                .putLong(HIGHEST, -1);
    }

    static long highestIn(Path file) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file)).getLong(HIGHEST);
    }

    /** The highest number that any page of the step held when this one was begun; -1 for none. */
    long known() {
        return known;
    }

    void note(long number, long nowMs) {
        if (highest < 0) {
            numbers.putLong(FIRST, number).putLong(FIRST_AT, nowMs);
        }
        if (number > highest) {
            highest = number;
            numbers.putLong(HIGHEST, number);
        }
        if (!hasNew && number > known) {
            hasNew = true;
            numbers.putLong(FIRST_NEW_AT, nowMs);
        }
    }
}
