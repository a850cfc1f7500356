/**
 * The source and sink SPI.
 *
 * <p>Central types: {@link io.tidemark.api.connector.Source} and {@link io.tidemark.api.connector.Sink}.
 * Enumerators, readers, writers and committers run in tasks on workers, never in the coordinator.
 *
 * <p>Threading: each instance is used by the one thread that steps its task.
 */
package io.tidemark.api.connector;
