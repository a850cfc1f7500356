/**
 * What the pieces inside of a task cost, one by one, by JMH: hand-over, serialisers, gates, state, timers, windows, frames and
 * credit. Each class is one piece; {@code bench/run jmh} runs them.
 *
 * <p>Central type: none. Threading: each benchmark runs on one thread, but {@link io.tidemark.bench.jmh.RemoteChannel} has Netty's
 * beside it.
 */
package io.tidemark.bench.jmh;
