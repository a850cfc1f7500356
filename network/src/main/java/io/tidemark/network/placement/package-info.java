/**
 * Where the tasks at the other ends of channels are, as a worker is told when it deploys its own.
 *
 * <p>Central type: {@link io.tidemark.network.placement.Placements}. An edge that connects all to all has as many channels as
 * the product of its ends; they are not written down, but follow from where the subtasks of a vertex are.
 *
 * <p>Threading: immutable, share freely.
 */
package io.tidemark.network.placement;
