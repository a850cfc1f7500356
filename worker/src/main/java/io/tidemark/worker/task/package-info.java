/**
 * The task: one chain, one mailbox, stepped.
 *
 * <p>Central type: {@link io.tidemark.worker.task.Task}. It takes input while its outputs have room, serves barriers, and
 * tells a {@link io.tidemark.worker.task.TaskListener} what became of it.
 *
 * <p>Threading: {@code step} runs on one thread at a time. Every other public method of a task may be called from any
 * thread: it puts a piece of mail into the mailbox, or reads a volatile.
 */
package io.tidemark.worker.task;
