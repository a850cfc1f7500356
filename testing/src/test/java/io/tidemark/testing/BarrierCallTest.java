package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.type.Types;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls for a barrier at a task without inputs, which the coordinator makes again when their answer got lost. */
class BarrierCallTest {

    /** Emits a number when asked to look; how far it is, is its state. */
    private static final class Numbers implements Operator {
        private OperatorContext context;
        private long next;
        private boolean asked;

        @Override
        public boolean isSource() {
            return true;
        }

        @Override
        public void open(OperatorContext operatorContext) {
            context = operatorContext;
        }

        @Override
        public boolean step() {
            if (!asked) {
                return false;
            }
            asked = false;
            context.output().collect(0, next++, 0);
            return true;
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            throw new AssertionError("no input");
        }

        @Override
        public void snapshot(OperatorStateWriter writer, long checkpointId) {
            writer.put("next", Types.LONG.createSerializer(), List.of(next));
        }
    }

    @Test
    void aCallForABarrierThatComesTwiceSendsOneBarrierAndTakesOneSnapshot() {
        Numbers numbers = new Numbers();
        try (OperatorHarness harness = OperatorHarness.of(() -> numbers)
                .channels()
                .withoutRestarts("it counts barriers")
                .open()) {
            HarnessSnapshot first = harness.snapshot();
            numbers.asked = true;
            harness.run();
            harness.takeFrom(0);

            harness.callForBarrier(first.checkpointId());

            assertThat(harness.barriersOut()).isEmpty();
            assertThat(harness.snapshotIfTaken()).isEqualTo(first);
        }
    }

    @Test
    void aCallForABarrierThatComesAfterTheNextOneIsPassedOver() {
        try (OperatorHarness harness = OperatorHarness.of(Numbers::new)
                .channels()
                .withoutRestarts("it counts barriers")
                .open()) {
            harness.snapshot();
            harness.snapshot();
            harness.takeFrom(0);

            harness.callForBarrier(1);

            assertThat(harness.barriersOut()).isEmpty();
        }
    }
}
