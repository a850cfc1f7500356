/**
 * Operators of sources: the enumerator that finds the splits and the readers that read them.
 *
 * <p>Central type: {@link io.tidemark.worker.source.SourceReaderOperator}.
 *
 * <p>Threading: on the thread that steps the task.
 */
package io.tidemark.worker.source;
