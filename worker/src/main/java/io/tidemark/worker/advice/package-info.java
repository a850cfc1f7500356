/**
 * What a watermark's delay costs: how many rows are late, how many are lost, and how much later results come.
 *
 * <p>Central type: {@link io.tidemark.worker.advice.DelayProfile}, which sees every timestamp once. Pure.
 *
 * <p>Threading: one thread.
 */
package io.tidemark.worker.advice;
