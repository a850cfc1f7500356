/**
 * Windows of a keyed stream.
 *
 * <p>Central types: {@link io.tidemark.worker.window.AlignedWindowOperator} for windows that all keys share and that fire at
 * their end, with one table per window and no timers; {@link io.tidemark.worker.window.TriggeredWindowOperator} for any
 * assigner and trigger where windows do not merge; {@link io.tidemark.worker.window.SessionWindowOperator} for sessions that fire at
 * their end, and {@link io.tidemark.worker.window.MergingWindowOperator} for all others that merge. {@link io.tidemark.worker.window.Lateness} decides in all of them, and everywhere else, what is late.
 *
 * <p>Threading: on the thread that steps the task.
 */
package io.tidemark.worker.window;
