package io.tidemark.connector.file;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** How a sink makes sure that what it wrote survives a crash of the machine. */
@FunctionalInterface
interface Durability {
    /** Waits until the disk has it. */
    Durability FSYNC = channel -> channel.force(true);

    /** Makes a file's content, or a directory's names, durable. */
    void force(FileChannel channel) throws IOException;
}
