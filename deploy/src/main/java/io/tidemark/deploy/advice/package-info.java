/**
 * Advice on the delay of a watermark: from files, and from the sources of running jobs.
 *
 * <p>Central types: {@link io.tidemark.deploy.advice.TimestampFile}, which reads one column of timestamps, and {@link
 * io.tidemark.deploy.advice.SourceAdvice}, what workers have seen of a source.
 *
 * <p>Threading: one thread.
 */
package io.tidemark.deploy.advice;
