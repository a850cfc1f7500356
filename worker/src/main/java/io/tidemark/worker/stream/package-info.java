/**
 * Runs the families of functions that are told whether they work for one partition or for all.
 *
 * <p>Central type: {@link io.tidemark.worker.stream.StreamProcessOperator}, the operator of every family; {@code Family} has one
 * implementation for each.
 *
 * <p>Threading: everything is called on the task's thread.
 */
package io.tidemark.worker.stream;
