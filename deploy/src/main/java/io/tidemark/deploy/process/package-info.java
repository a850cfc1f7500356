/**
 * A coordinator or a worker as a process of its own: made from the configuration, with its health and metrics, ended
 * by a signal.
 *
 * <p>Central types: {@link io.tidemark.deploy.process.CoordinatorProcess} and {@link
 * io.tidemark.deploy.process.WorkerProcess}.
 *
 * <p>Threading: the main thread starts the process's part and waits; a shutdown hook closes it.
 */
package io.tidemark.deploy.process;
