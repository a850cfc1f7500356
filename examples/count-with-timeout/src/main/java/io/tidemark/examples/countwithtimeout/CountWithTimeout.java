package io.tidemark.examples.countwithtimeout;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;

/** Counts the events of each key, and emits the count once the key has had none for a minute of event time. */
public final class CountWithTimeout extends KeyedProcessFunction<String, Event, KeyCount> {
    static final long TIMEOUT_MS = 60_000;

    private static final long serialVersionUID = 1L;

    private transient ValueState<Activity> activity;

    /**
     * What is kept of a key.
     *
     * @param lastModifiedMs event time of its newest event
     */
    public record Activity(String key, long count, long lastModifiedMs) {}

    @Override
    public void open(OpenContext openContext) {
        activity = getRuntimeContext().getState(new ValueStateDescriptor<>("activity", Activity.class));
    }

    @Override
    public void processElement(Event event, Context ctx, Collector<KeyCount> out) throws Exception {
        Activity before = activity.value();
        Activity now = before == null
                ? new Activity(event.key(), 1, event.timestampMs())
                : new Activity(
                        before.key(), before.count() + 1, Math.max(before.lastModifiedMs(), event.timestampMs()));
        activity.update(now);
        ctx.timerService().registerEventTimeTimer(now.lastModifiedMs() + TIMEOUT_MS);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<KeyCount> out) throws Exception {
        Activity now = activity.value();
        // Every event set a timer. All but the newest one's find that the key has been active since.
        if (now != null && timestamp == now.lastModifiedMs() + TIMEOUT_MS) {
            out.collect(new KeyCount(ctx.getCurrentKey(), now.count()));
            activity.clear();
        }
    }
}
