/**
 * The timers of a keyed operator subtask: which are set, which are due, and what changed since the last snapshot.
 *
 * <p>Central type: {@link io.tidemark.checkpoint.timer.TimerQueue}. It knows nothing of where timers are kept: the store
 * hands it a {@link io.tidemark.checkpoint.timer.TimerBackend} and takes {@link
 * io.tidemark.checkpoint.timer.TimerChanges} from it.
 *
 * <p>Threading: a queue belongs to the thread that steps its task; frozen changes may be written by another thread.
 */
package io.tidemark.checkpoint.timer;
