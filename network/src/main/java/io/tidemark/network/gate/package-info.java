/**
 * Where the channels of a task come together: event time is combined, barriers are aligned, records are handed on.
 *
 * <p>Central type: {@link io.tidemark.network.gate.TaskInput}, which steps through the channels; {@link
 * io.tidemark.network.gate.EventTimeCombiner} and {@link io.tidemark.network.gate.BarrierAligner} are the rules, facts in
 * and decisions out.
 *
 * <p>Threading: everything here belongs to the thread that steps the task.
 */
package io.tidemark.network.gate;
