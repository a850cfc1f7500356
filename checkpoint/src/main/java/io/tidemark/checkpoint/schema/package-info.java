/**
 * Whether state fits: what a snapshot holds of a state against what a job declares.
 *
 * <p>The central type is {@link io.tidemark.checkpoint.schema.StateFit}, which a store asks when a state is declared and
 * which is asked before a job is stopped. Pure: schemas in, differences out. Threading: all types are immutable.
 */
package io.tidemark.checkpoint.schema;
