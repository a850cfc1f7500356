/**
 * Windows of a keyed stream.
 *
 * <p>Central types: {@link io.tidemark.worker.window.AlignedWindowOperator} for windows that all keys share and that fire at
 * their end, with one table per window and no timers; {@link io.tidemark.worker.window.TriggeredWindowOperator} for any
 * assigner and trigger. {@link io.tidemark.worker.window.Lateness} decides in both, and everywhere else, what is late.
 *
 * <p>Threading: on the thread that steps the task.
 */
package io.tidemark.worker.window;
