package io.tidemark.checkpoint.disk;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;

/** A disk has no room left for a file. The message names the disk, says how full it is and what to do. */
public final class DiskFullException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final String HINT =
            "Make room there, or give it more; what is missing is written again as soon as there is room.";

    private DiskFullException(String message, IOException cause) {
        super(message, cause);
    }

    /** Says of a failure that it was a full disk, if it was one; otherwise gives it back as it is. */
    public static IOException orElse(IOException failure, Path directory, Disk disk) {
        if (!tellsOfFullDisk(failure)) {
            return failure;
        }
        String space;
        try {
            Disk.Space now = disk.space(directory);
            space = " (" + mebibytes(now.freeBytes()) + " of " + mebibytes(now.totalBytes()) + " MiB free)";
        } catch (IOException e) {
            space = "";
        }
        return new DiskFullException("The disk of " + directory + " is full" + space + ".\n" + HINT, failure);
    }

    /** The operating system says it by a text alone. */
    private static boolean tellsOfFullDisk(IOException failure) {
        String reason = failure instanceof FileSystemException named ? named.getReason() : failure.getMessage();
        String text = String.valueOf(reason).toLowerCase(Locale.ROOT);
        return text.contains("no space left on device") || text.contains("disk quota exceeded");
    }

    private static long mebibytes(long bytes) {
        return bytes >> 20;
    }

    /** One line of what to do. */
    public String hint() {
        return HINT;
    }
}
