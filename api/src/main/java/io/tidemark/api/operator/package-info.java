/**
 * The low-level operator SPI: what runs inside a task.
 *
 * <p>Central type: {@link io.tidemark.api.operator.Operator}. The worker's built-in operators and the
 * SQL planner's operators implement it; {@link io.tidemark.api.operator.OperatorSpec} is the
 * serialisable description from which a worker makes one.
 *
 * <p>Threading: every method of an operator and of the parts it is handed runs on the one thread that
 * steps its task. Nothing here is thread-safe.
 */
package io.tidemark.api.operator;
