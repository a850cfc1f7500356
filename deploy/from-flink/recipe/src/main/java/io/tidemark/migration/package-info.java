/**
 * What of taking a Flink job over cannot be said in the recipe's file {@code META-INF/rewrite/from-flink.yml}.
 *
 * <p>Central type: {@link io.tidemark.migration.OpenWithContext}. Threading: recipes are immutable.
 */
package io.tidemark.migration;
