/**
 * What a file format does: bytes of one record to a value, and back.
 *
 * <p>Central types: {@link io.tidemark.connector.file.format.ReadFormat} and {@link
 * io.tidemark.connector.file.format.WriteFormat}. Both are part of the plan; what they make is used on one worker.
 *
 * <p>Threading: formats are immutable; a decoder or encoder belongs to the one thread that steps its task.
 */
package io.tidemark.connector.file.format;
