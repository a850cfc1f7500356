/**
 * One producing subtask's way to one consuming subtask, in order and bounded by credit.
 *
 * <p>Central types: {@link io.tidemark.network.channel.OutputChannel} and {@link
 * io.tidemark.network.channel.InputChannel}, its two ends; {@link io.tidemark.network.channel.LocalChannel} joins them
 * inside one worker, {@code io.tidemark.network.data} between workers. {@link
 * io.tidemark.network.channel.ControlElement}s travel between the records.
 *
 * <p>Threading: each end is used by the one thread that steps its task.
 */
package io.tidemark.network.channel;
