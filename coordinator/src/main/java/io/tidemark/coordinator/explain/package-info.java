/**
 * Says why event time stands where it stands.
 *
 * <p>Central type: {@link io.tidemark.coordinator.explain.WatermarkExplainer}, pure: what the workers told of every
 * operator goes in, sentences come out.
 *
 * <p>Threading: no state.
 */
package io.tidemark.coordinator.explain;
