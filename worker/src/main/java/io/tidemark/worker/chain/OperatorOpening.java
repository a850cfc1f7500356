package io.tidemark.worker.chain;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.type.TypeSerializer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Opens an operator by itself and on nothing, to learn what state it declares. Its output goes nowhere. */
public final class OperatorOpening {
    private static final long SLICE_NS = 1_000_000;

    private OperatorOpening() {}

    /**
     * Opens the operator and closes it again. What it declared of keyed state is in its store.
     *
     * @return the own lists that it asked for, by name
     * @throws OperatorFailure with what the operator threw
     */
    public static Map<String, TypeSerializer<?>> open(
            ChainSetup.Where where, OperatorSetup setup, Configuration configuration, ClassLoader loader)
            throws Exception {
        ChainSetup chain =
                new ChainSetup(where, setup.keys().size(), List.of(setup), List.of(), List.of(), configuration, loader);
        SliceBudget budget = new SliceBudget(TaskClock.SYSTEM, SLICE_NS, () -> true);
        ChainNode node = new ChainNode(chain, setup, TaskClock.SYSTEM, budget, new CallbackQueue());
        Receiver[] receivers = new Receiver[setup.outputCount()];
        Arrays.fill(receivers, Receiver.NOBODY);
        node.output().connect(receivers, List.of(), List.of(), List.of());
        try {
            node.open();
            return node.context().ownStates();
        } finally {
            node.close();
        }
    }
}
