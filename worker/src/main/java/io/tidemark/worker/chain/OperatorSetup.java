package io.tidemark.worker.chain;

import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.checkpoint.store.KeyedStateStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * One operator subtask before it is part of a chain.
 *
 * @param nodeId id of the plan's node
 * @param keys by input ordinal; null for an input that is not keyed
 * @param sideOutputs ordinal by tag id
 * @param outputCount number of its outputs, the main one included
 * @param store its keyed state, already restored; null when no input is keyed
 * @param restored what else it starts from
 */
public record OperatorSetup(
        int nodeId,
        String uid,
        String name,
        Operator operator,
        List<KeySpec<Object, Object>> keys,
        Map<String, Integer> sideOutputs,
        int outputCount,
        KeyedStateStore store,
        RestoredOperator restored) {
    public OperatorSetup {
        keys = Collections.unmodifiableList(new ArrayList<>(keys));
        sideOutputs = Map.copyOf(sideOutputs);
    }
}
