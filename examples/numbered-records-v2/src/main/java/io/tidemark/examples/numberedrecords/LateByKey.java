package io.tidemark.examples.numberedrecords;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;

/** Numbers the late records of each key. New in version 2, so it begins without state. */
final class LateByKey extends KeyedProcessFunction<Integer, Marked, LateCount> {
    private static final long serialVersionUID = 1L;

    private transient ValueState<Long> late;

    @Override
    public void open(OpenContext openContext) {
        late = getRuntimeContext().getState(new ValueStateDescriptor<>("late", Long.class));
    }

    @Override
    public void processElement(Marked record, Context ctx, Collector<LateCount> out) throws Exception {
        if (!record.late()) {
            return;
        }
        Long before = late.value();
        long now = before == null ? 1 : before + 1;
        late.update(now);
        out.collect(new LateCount(record.number(), record.key(), now));
    }
}
