/**
 * Watermarks that a job declares for itself: a number or a flag that travels in order with the records, reaches every subtask
 * downstream, and is combined over the channels of an input as its declaration says.
 *
 * <p>Central type: {@link io.tidemark.api.watermark.WatermarkDeclarations}, where a declaration begins. Functions and sources
 * name theirs in {@link io.tidemark.api.watermark.WatermarkDeclarable#declareWatermarks}; event time is not one of them.
 *
 * <p>Threading: declarations and watermarks are immutable; a {@link io.tidemark.api.watermark.WatermarkManager} belongs to the
 * one thread that steps its task.
 */
package io.tidemark.api.watermark;
