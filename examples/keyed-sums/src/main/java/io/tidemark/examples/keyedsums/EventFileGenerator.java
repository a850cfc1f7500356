package io.tidemark.examples.keyedsums;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a file of {@code key,timestampMs,value} lines; the same arguments give the same file. Needs nothing but Java:
 *
 * <pre>{@code java -cp keyed-sums.jar io.tidemark.examples.keyedsums.EventFileGenerator OUT COUNT KEYS SEED}</pre>
 *
 * <p>Event <i>i</i> has the time <i>i</i> / 1000 ms plus up to 500 ms, so an event is at most 500 ms older than the newest
 * one before it. That holds for every part of the file that is read in order, too.
 */
public final class EventFileGenerator {
    static final int EVENTS_PER_MS = 1000;
    static final int MOST_DISORDER_MS = 500;

    private static final int MOST_VALUES = 1000;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LONGEST_LINE_BYTES = 64;

    private EventFileGenerator() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 4) {
            System.err.println("usage: EventFileGenerator OUT COUNT KEYS SEED");
            System.exit(2);
        }
        generate(Path.of(args[0]), Long.parseLong(args[1]), Long.parseLong(args[2]), Long.parseLong(args[3]));
    }

    /**
     * Writes the file.
     *
     * @param count number of events
     * @param keys number of keys, which are the numbers below it
     */
    public static void generate(Path file, long count, long keys, long seed) throws IOException {
        if (count < 0 || keys < 1) {
            throw new IllegalArgumentException("cannot make " + count + " events of " + keys + " keys");
        }
        byte[] buffer = new byte[BUFFER_BYTES];
        int size = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long i = 0; i < count; i++) {
                long random = mixed(seed + i);
                long key = Long.remainderUnsigned(random, keys);
                long timestampMs = i / EVENTS_PER_MS + Long.remainderUnsigned(mixed(random), MOST_DISORDER_MS + 1);
                long value = Long.remainderUnsigned(mixed(~random), MOST_VALUES);
                size = writeNumber(key, buffer, size, ',');
                size = writeNumber(timestampMs, buffer, size, ',');
                size = writeNumber(value, buffer, size, '\n');
                if (size > BUFFER_BYTES - LONGEST_LINE_BYTES) {
                    out.write(buffer, 0, size);
                    size = 0;
                }
            }
            out.write(buffer, 0, size);
        }
    }

    /** Spreads a number over all longs: neighbours have nothing in common. The multiplications and shifts of SplitMix64. */
    private static long mixed(long number) {
        long z = number * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private static int writeNumber(long number, byte[] buffer, int at, char end) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            buffer[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        buffer[at + digits] = (byte) end;
        return at + digits + 1;
    }
}
