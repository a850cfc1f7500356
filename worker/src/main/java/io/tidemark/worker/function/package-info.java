/**
 * What the operators of the runtime share when they call an author's functions.
 *
 * <p>Central types: {@link io.tidemark.worker.function.RichFunctions} for their life, {@link
 * io.tidemark.worker.function.TimestampedCollector} for what they emit.
 *
 * <p>Threading: on the thread that steps the task.
 */
package io.tidemark.worker.function;
