package io.tidemark.testing;

import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/** Notes what comes out of a stream, as the operator behind it sees it. */
final class OutputOperator implements Operator {
    private final OutputLog log;

    OutputOperator(OutputLog log) {
        this.log = log;
    }

    @Override
    public void open(OperatorContext context) {}

    @Override
    public void process(int input, Object value, long timestamp) {
        log.add(Element.record(value, timestamp));
    }

    @Override
    public boolean advance(long watermark) {
        log.add(Element.watermark(watermark));
        return true;
    }

    @Override
    public WatermarkHandlingResult onWatermark(int input, Watermark watermark) {
        log.add(Element.watermark(watermark));
        return WatermarkHandlingResult.PEEK;
    }

    @Override
    public void onIdle(boolean idle) {
        log.add(idle ? Element.idle() : Element.active());
    }

    @Override
    public void endInput(int input) {
        log.add(Element.end());
    }

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) {
        log.mark(checkpointId);
    }
}
