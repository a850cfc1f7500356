/**
 * What a job author starts from: the environment and the streams.
 *
 * <p>Central types: {@link io.tidemark.api.StreamExecutionEnvironment} and {@link io.tidemark.api.DataStream}. Calling
 * their methods records a plan; nothing runs before {@code execute}.
 *
 * <p>Threading: an environment and its streams are used by one thread.
 */
package io.tidemark.api;
