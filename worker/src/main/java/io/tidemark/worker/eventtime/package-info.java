/**
 * Where event time is made: generators of watermarks, with their memory, their idleness, and the combination of several.
 *
 * <p>Central types: {@link io.tidemark.worker.eventtime.GeneratorTime}, one generator with what it has said; {@link
 * io.tidemark.worker.eventtime.TimestampsOperator}, which has one; source readers have one for each split.
 *
 * <p>Threading: on the thread that steps the task.
 */
package io.tidemark.worker.eventtime;
