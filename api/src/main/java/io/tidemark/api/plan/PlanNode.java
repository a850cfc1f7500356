package io.tidemark.api.plan;

import java.util.List;

/**
 * One operator of the plan.
 *
 * @param id unique within the plan; an edge leads from a lower to a higher id
 * @param uid stable name of the operator's state; generated from the plan's shape when not given
 * @param uidGiven whether the author gave it
 * @param kind the name of the {@code OperatorSpec.Kind}
 * @param parallelism number of subtasks, at least 1
 * @param fixedParallelism whether the parallelism is the operator's own, given to it or part of what it is, so that it stays
 *     when the job's is changed
 * @param chainable whether it may share a task with its neighbours
 * @param operator Java-serialised {@code OperatorSpec}
 */
public record PlanNode(
        int id,
        String uid,
        boolean uidGiven,
        String name,
        String kind,
        int parallelism,
        boolean fixedParallelism,
        boolean chainable,
        byte[] operator,
        List<PlanInput> inputs,
        List<PlanOutput> outputs) {
    public PlanNode {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }
}
