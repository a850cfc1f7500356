package io.tidemark.bench.jet;

import com.hazelcast.function.ToLongFunctionEx;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.pipeline.Sink;
import com.hazelcast.jet.pipeline.Sinks;
import io.tidemark.bench.workload.TallyBoard;
import io.tidemark.bench.workload.TallyCounter;
import io.tidemark.bench.workload.Workload;

/** Counts results and puts them on the {@link TallyBoard} of this process when there are no more. */
final class TallySink {
    private TallySink() {}

    static <T> Sink<T> of(ToLongFunctionEx<T> checksum) {
        return of(checksum, Workload.PARALLELISM);
    }

    /** @param parallelism of each member */
    static <T> Sink<T> of(ToLongFunctionEx<T> checksum, int parallelism) {
        return Sinks.fromProcessor("tally", ProcessorMetaSupplier.of(parallelism, () -> new TallyP<>(checksum)));
    }

    private static final class TallyP<T> extends AbstractProcessor {
        private final ToLongFunctionEx<T> checksum;
        private final TallyCounter counter = new TallyCounter();

        TallyP(ToLongFunctionEx<T> checksum) {
            this.checksum = checksum;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected boolean tryProcess(int ordinal, Object item) {
            counter.add(checksum.applyAsLong((T) item));
            return true;
        }

        @Override
        public boolean complete() {
            TallyBoard.add(counter.take());
            return true;
        }
    }
}
