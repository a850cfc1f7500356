/**
 * The operators that come with the runtime, and how one is made from its description.
 *
 * <p>Central type: {@link io.tidemark.worker.operator.BuiltInOperators}.
 *
 * <p>Threading: an operator belongs to the thread that steps its task.
 */
package io.tidemark.worker.operator;
