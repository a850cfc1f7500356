/**
 * Counters that user code and connectors write.
 *
 * <p>Central type: {@link io.tidemark.api.metric.Counter}. Threading: one writer, any reader.
 */
package io.tidemark.api.metric;
