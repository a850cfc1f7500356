package io.tidemark.examples.numberedrecords;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;

/**
 * Numbers the records of each key, so that a gap, a double and a lost state all show. At every ten seconds of event time at
 * which a key had records before, a timer tells the count.
 */
final class CountByKey extends KeyedProcessFunction<Integer, Marked, Counted> {
    static final OutputTag<Pulse> PULSES = new OutputTag<>("pulses") {};
    static final long PULSE_EVERY_MS = 10_000;

    private static final long serialVersionUID = 1L;

    private final int ballastBytes;
    private final Logbook logbook;

    private transient ValueState<Tally> tally;
    private transient ValueState<byte[]> ballast;
    private transient LogbookPage page;

    /** @param ballastBytes kept of each key besides, to make the state large; 0 for none */
    CountByKey(int ballastBytes, Logbook logbook) {
        this.ballastBytes = ballastBytes;
        this.logbook = logbook;
    }

    @Override
    public void open(OpenContext openContext) throws Exception {
        tally = getRuntimeContext().getState(new ValueStateDescriptor<>("tally", Tally.class));
        if (ballastBytes > 0) {
            ballast = getRuntimeContext().getState(new ValueStateDescriptor<>("ballast", byte[].class));
        }
        page = logbook.open("counted-" + getRuntimeContext().getIndexOfThisSubtask());
    }

    @Override
    public void processElement(Marked record, Context ctx, Collector<Counted> out) throws Exception {
        Tally before = tally.value();
        Tally now = (before == null ? Tally.NONE : before).with(record);
        tally.update(now);
        if (ballastBytes > 0) {
            lookAtBallast(record.key(), before == null);
        }
        ctx.timerService()
                .registerEventTimeTimer((Math.floorDiv(record.timeMs(), PULSE_EVERY_MS) + 1) * PULSE_EVERY_MS);
        out.collect(new Counted(record, now));
        page.note(record.number(), ctx.timerService().currentProcessingTime());
    }

    private void lookAtBallast(int key, boolean isNew) throws Exception {
        if (isNew) {
            ballast.update(Ballast.of(key, ballastBytes));
        } else {
            Ballast.check(ballast.value(), key, ballastBytes);
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<Counted> out) throws Exception {
        ctx.output(
                PULSES, new Pulse(ctx.getCurrentKey(), timestamp, tally.value().count()));
    }
}
