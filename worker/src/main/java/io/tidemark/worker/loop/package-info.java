/**
 * Threads that step tasks.
 *
 * <p>Central type: {@link io.tidemark.worker.loop.TaskLoops}. A {@link io.tidemark.worker.loop.TaskLoop} is a thread that steps
 * its tasks in turn; when one of them blocks, the others move to another loop.
 *
 * <p>Threading: a task is stepped by whoever holds its claim, one thread at a time; what one wrote the next one sees.
 */
package io.tidemark.worker.loop;
