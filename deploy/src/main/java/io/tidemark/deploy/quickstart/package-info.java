/**
 * {@code tidemark quickstart}: the sensor lab on a real local cluster, and what its numbers mean.
 *
 * <p>Central type: {@link io.tidemark.deploy.quickstart.Quickstart}.
 *
 * <p>Threading: one thread, and the shutdown hook that ends the cluster when that thread cannot.
 */
package io.tidemark.deploy.quickstart;
