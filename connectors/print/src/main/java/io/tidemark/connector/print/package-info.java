/**
 * Records as lines on standard output.
 *
 * <p>Central type: {@link io.tidemark.connector.print.PrintSink}.
 *
 * <p>Threading: a sink is immutable and part of the plan; a writer belongs to the one thread that steps its task.
 */
package io.tidemark.connector.print;
