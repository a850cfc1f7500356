package io.tidemark.checkpoint.disk;

import java.time.Duration;
import java.util.Locale;

/**
 * What is wrong with a {@link FaultyDisk}.
 *
 * @param isFull nothing more can be written
 * @param flipsBits what is written is damaged in one bit
 * @param delayMs what every write takes in addition
 */
public record DiskFault(boolean isFull, boolean flipsBits, long delayMs) {
    /** Nothing. */
    public static final DiskFault NONE = new DiskFault(false, false, 0);

    /** No room. */
    public static final DiskFault FULL = new DiskFault(true, false, 0);

    /** Damages what it is given. */
    public static final DiskFault FLIPPING = new DiskFault(false, true, 0);

    /** Takes its time. */
    public static DiskFault slow(Duration delay) {
        return new DiskFault(false, false, delay.toMillis());
    }

    /**
     * Reads {@code full}, {@code flip}, {@code slow=MILLISECONDS}, or several of them with commas between; blank is none.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static DiskFault parse(String text) {
        DiskFault fault = NONE;
        for (String part : text.toLowerCase(Locale.ROOT).split(",")) {
            String word = part.strip();
            if (word.equals("full")) {
                fault = new DiskFault(true, fault.flipsBits, fault.delayMs);
            } else if (word.equals("flip")) {
                fault = new DiskFault(fault.isFull, true, fault.delayMs);
            } else if (word.startsWith("slow=")) {
                fault = new DiskFault(fault.isFull, fault.flipsBits, Long.parseLong(word.substring("slow=".length())));
            } else if (!word.isEmpty()) {
                throw new IllegalArgumentException(
                        "\"" + word + "\" is no fault of a disk, expected full, flip or slow=MILLISECONDS");
            }
        }
        return fault;
    }

    /** The text that {@link #parse} reads back. */
    @Override
    public String toString() {
        String text = (isFull ? "full," : "") + (flipsBits ? "flip," : "") + (delayMs > 0 ? "slow=" + delayMs : "");
        return text.endsWith(",") ? text.substring(0, text.length() - 1) : text;
    }
}
