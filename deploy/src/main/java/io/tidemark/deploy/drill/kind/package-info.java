/**
 * The drills there are. A new one is a class here and a line in {@link io.tidemark.deploy.drill.kind.Drills}.
 *
 * <p>Threading: stateless.
 */
package io.tidemark.deploy.drill.kind;
