/**
 * The functions that a job author writes, and what they are handed.
 *
 * <p>Central types: {@link io.tidemark.api.function.Function} and its kinds; {@link
 * io.tidemark.api.function.ProcessFunction} and {@link io.tidemark.api.function.KeyedProcessFunction} for those that
 * need timers, side outputs or state.
 *
 * <p>Threading: each subtask has its own instance, read back from the plan, and calls it from one thread only.
 */
package io.tidemark.api.function;
