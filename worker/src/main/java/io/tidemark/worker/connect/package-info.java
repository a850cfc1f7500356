/**
 * Runs the classic functions of two inputs, of which the second may be broadcast.
 *
 * <p>Central type: {@link io.tidemark.worker.connect.ConnectOperator}, the operator of all of them; {@code TwoInputs} has one
 * implementation for each.
 *
 * <p>Threading: everything is called on the task's thread.
 */
package io.tidemark.worker.connect;
