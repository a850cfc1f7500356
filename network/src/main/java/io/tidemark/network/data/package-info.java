/**
 * The data plane between workers: one connection for a pair of workers and direction, over which all channels go, each with
 * its own credit, so that a slow one stalls no other.
 *
 * <p>Central types: {@link io.tidemark.network.data.DataServer}, where consumers open their ends, and {@link
 * io.tidemark.network.data.DataClient}, with which producers open theirs. {@code Frame} lists what travels.
 *
 * <p>Threading: records are written and read by the threads that step the tasks; frames, credit and the state of a
 * connection belong to its Netty event loop. The two meet in single-producer queues and counters of one writer.
 */
package io.tidemark.network.data;
