/**
 * State that a function keeps for each key.
 *
 * <p>Central types: {@link io.tidemark.api.state.ValueState}, {@link io.tidemark.api.state.ListState}, {@link
 * io.tidemark.api.state.MapState}, {@link io.tidemark.api.state.ReducingState}, {@link
 * io.tidemark.api.state.AggregatingState} and the descriptors that name them.
 *
 * <p>Threading: a state is used by the one thread that steps its task, and always means the current key.
 */
package io.tidemark.api.state;
