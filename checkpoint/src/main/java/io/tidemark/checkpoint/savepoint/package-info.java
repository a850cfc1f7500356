/**
 * Savepoints: checkpoints made self-contained, so that they can be moved, kept, looked into and changed.
 *
 * <p>Central type: {@link io.tidemark.checkpoint.savepoint.Savepoints}, which writes and opens them. A savepoint has the
 * layout of a checkpoint storage that holds one checkpoint, and names no place outside of itself.
 *
 * <p>Threading: an opened savepoint is immutable and may be shared. Reading and writing block.
 */
package io.tidemark.checkpoint.savepoint;
