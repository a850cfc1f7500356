/**
 * A whole cluster in one process: for tests, and for {@code env.execute()} when a job's main is run as a program.
 *
 * <p>Central type: {@link io.tidemark.deploy.local.LocalCluster}. It is the real coordinator and the real workers, on
 * loopback ports and in temporary directories.
 *
 * <p>Threading: a {@code LocalCluster} may be shared; it is started and closed once.
 */
package io.tidemark.deploy.local;
