/**
 * Windows: which windows a record belongs to and when a window gives its result.
 *
 * <p>Central types: {@link io.tidemark.api.window.WindowAssigner} and {@link io.tidemark.api.window.Trigger}, both part
 * of the plan, and {@link io.tidemark.api.window.TimeWindow}.
 *
 * <p>Threading: assigners and triggers are used by the one thread that steps their task; what a trigger must remember
 * between calls it keeps in the state that its context gives.
 */
package io.tidemark.api.window;
