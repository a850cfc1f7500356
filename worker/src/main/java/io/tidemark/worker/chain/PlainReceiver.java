package io.tidemark.worker.chain;

import io.tidemark.api.operator.Operator;

/** Hands records to an operator that is not keyed. Each class of operators has a copy of this one. */
final class PlainReceiver implements Receiver {
    private final ChainNode node;
    private final Operator operator;
    private final int input;

    PlainReceiver(ChainNode node, int input) {
        this.node = node;
        this.operator = node.operator();
        this.input = input;
    }

    @Override
    public void receive(Object value, long timestamp) {
        try {
            operator.process(input, value, timestamp);
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw node.failure(e);
        }
    }
}
