/**
 * Finds out which state a job declares, without running it: each operator of its plan is opened on an empty store.
 *
 * <p>The central type is {@link io.tidemark.worker.declared.DeclaredStates}. Threading: each operator is opened on a thread
 * of its own, since what it does may never end.
 */
package io.tidemark.worker.declared;
