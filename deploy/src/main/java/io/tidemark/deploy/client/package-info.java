/**
 * Talks to a coordinator for the command line and the embedded cluster.
 *
 * <p>Central type: {@link io.tidemark.deploy.client.ClusterClient}, which turns failed calls into errors for people.
 *
 * <p>Threading: a client may be shared, the rest belongs to the thread that uses it.
 */
package io.tidemark.deploy.client;
