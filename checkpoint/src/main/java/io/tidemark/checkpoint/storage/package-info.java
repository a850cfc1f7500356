/**
 * Where checkpoints are kept: files named by their content, and manifests that say which of them make a checkpoint.
 *
 * <p>Central type: {@link io.tidemark.checkpoint.storage.CheckpointStorage}. What {@code put} and {@code writeManifest}
 * return from is durable; whatever else lies about under a temporary name is no part of any checkpoint.
 *
 * <p>Threading: a storage is used by any number of threads and processes at once.
 */
package io.tidemark.checkpoint.storage;
