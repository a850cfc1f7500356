package io.tidemark.worker.chain;

import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.watermark.Watermark;

/**
 * An operator whose records go on later than they came, and behind them whatever followed: {@link Operator#advance} and
 * {@link Operator#onIdle} only tell it where its input is, and it lets that go itself with {@link
 * OperatorOutput#emitWatermark} and {@link OperatorOutput#emitIdle}. All on the task's thread.
 */
public interface HoldsRecords {
    /**
     * How many more records it takes now. None are given to the chain while it is 0; what one becomes on the way through the
     * operators before this one may still exceed it.
     */
    int room();

    /** The answers that it waits for; null for none. */
    AnswerWait answerWait();

    /** Whether something has come that has not gone on. The end waits for it. */
    boolean isHolding();

    /**
     * Called in every step: lets go on what may, while there is room for it. It never waits.
     *
     * @return whether it made progress
     */
    boolean goOn() throws Exception;

    /** A declared watermark goes on from here, to be sent with {@link OperatorOutput#emitDeclared}. */
    void holdDeclared(Watermark watermark);
}
