/**
 * Records made up from their number, for trying out and measuring jobs.
 *
 * <p>Central type: {@link io.tidemark.connector.datagen.DatagenSource}.
 *
 * <p>Threading: a source is immutable and part of the plan; a reader belongs to the one thread that steps its task.
 */
package io.tidemark.connector.datagen;
