/**
 * Event time: where timestamps come from and how watermarks are made from them.
 *
 * <p>Central type: {@link io.tidemark.api.eventtime.WatermarkStrategy}, which is part of the plan; from it a task makes
 * one {@link io.tidemark.api.eventtime.WatermarkGenerator} for each split or subtask.
 *
 * <p>Threading: a generator and an assigner are used by the one thread that steps their task.
 */
package io.tidemark.api.eventtime;
