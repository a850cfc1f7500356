package io.tidemark.testing;

import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.watermark.Watermark;
import java.util.List;

/** Brings into a stream what a test puts in, in the place of a source's reader. */
final class InputOperator implements Operator {
    private static final String ENDED = "ended";
    private static final String IDLE = "idle";

    private final List<Feed> feeds;
    private final TypeSerializer<Boolean> flags = Types.BOOLEAN.createSerializer();
    private Feed feed;
    private OperatorOutput output;
    private boolean isIdle;

    /** @param feeds by subtask */
    InputOperator(List<Feed> feeds) {
        this.feeds = feeds;
    }

    @Override
    public boolean isSource() {
        return true;
    }

    @Override
    public void open(OperatorContext context) {
        feed = feeds.get(context.subtask());
        output = context.output();
        if (context.isRestored()) {
            feed.startAgain(context.restoredState(ENDED, flags).contains(true));
            if (context.restoredState(IDLE, flags).contains(true) && !feed.isAtEnd()) {
                setIdle(true);
            }
        }
    }

    @Override
    public void process(int input, Object value, long timestamp) {
        throw new IllegalStateException("an input has no splits, but got " + value);
    }

    @Override
    public boolean step() {
        Feed.Action action = feed.poll();
        if (action == null) {
            return false;
        }
        action.into(this);
        return true;
    }

    void emit(Object value, long timestamp) {
        setIdle(false);
        output.collect(0, value, timestamp);
    }

    void emitWatermark(long timestamp) {
        setIdle(false);
        output.emitWatermark(timestamp);
    }

    void emitDeclared(Watermark declared) {
        output.emitDeclared(declared);
    }

    void setIdle(boolean idle) {
        if (idle != isIdle) {
            isIdle = idle;
            output.emitIdle(idle);
        }
    }

    @Override
    public boolean isFinished() {
        return feed.isAtEnd();
    }

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) {
        writer.put(ENDED, flags, List.of(feed.isAtEnd()));
        writer.put(IDLE, flags, List.of(isIdle));
    }
}
