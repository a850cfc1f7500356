/**
 * Files as sources and exactly-once sinks.
 *
 * <p>Central types: {@link io.tidemark.connector.file.FileSource} and {@link io.tidemark.connector.file.FileSink}; the
 * formats are in {@code csv} and {@code json}.
 *
 * <p>Threading: sources and sinks are immutable and part of the plan; a reader or writer belongs to the one thread that
 * steps its task.
 */
package io.tidemark.connector.file;
