/**
 * Plans as messages: {@link io.tidemark.api.plan.JobPlan} to and from its protobuf form.
 *
 * <p>Central type: {@link io.tidemark.network.plan.PlanCodec}.
 *
 * <p>Threading: pure functions of immutable values.
 */
package io.tidemark.network.plan;
