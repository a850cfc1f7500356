package io.tidemark.worker.chain;

import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.worker.compiled.ClassCopies;
import java.lang.invoke.MethodHandles;

/**
 * An operator's way to its {@link NodeOutput}. Records of the main output go past that while it has nothing that is to go before
 * them. Each kind of receiver has a copy of this class.
 */
final class OwnOutput implements OperatorOutput {
    private final NodeOutput output;
    private final Receiver main;

    /** Called for a copy. */
    OwnOutput(NodeOutput output, Receiver main) {
        this.output = output;
        this.main = main;
    }

    static OperatorOutput create(NodeOutput output, Receiver main) {
        return Copies.OUTPUTS.create(main.getClass(), output, main);
    }

    @Override
    public void collect(int ordinal, Object value, long timestamp) {
        if (ordinal == 0 && !output.isStalled()) {
            main.receive(value, timestamp);
        } else {
            output.collect(ordinal, value, timestamp);
        }
    }

    @Override
    public boolean hasRoom() {
        return output.hasRoom();
    }

    @Override
    public int ordinalOf(String tagId) {
        return output.ordinalOf(tagId);
    }

    @Override
    public void emitWatermark(long watermark) {
        output.emitWatermark(watermark);
    }

    @Override
    public void emitDeclared(Watermark watermark) {
        output.emitDeclared(watermark);
    }

    @Override
    public void emitIdle(boolean idle) {
        output.emitIdle(idle);
    }

    @Override
    public void repeatIdle() {
        output.repeatIdle();
    }

    /** Apart, so that copies do not have their own. */
    private static final class Copies {
        static final ClassCopies<OperatorOutput> OUTPUTS = ClassCopies.of(
                MethodHandles.lookup(), OperatorOutput.class, OwnOutput.class, NodeOutput.class, Receiver.class);
    }
}
