/**
 * The one thread on which everything is decided.
 *
 * <p>Central type: {@link io.tidemark.coordinator.loop.CoordinatorLoop}. Others hand it what to do and get a future.
 *
 * <p>Threading: thread-safe.
 */
package io.tidemark.coordinator.loop;
