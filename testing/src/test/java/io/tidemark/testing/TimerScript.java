package io.tidemark.testing;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.function.TimerService;
import java.util.Map;

/**
 * Does what its records say: {@code a:E10,p5,W} registers event timer 10, deletes processing timer 5 and emits the watermark
 * for key a. {@code Sx=10} and {@code Cx} set and clear the event timer of the name x, {@code sx=10} and {@code cx} the processing
 * timer of that name. When a timer fires it emits {@code a!10E(wm=20)} or {@code a!x:10E(wm=20)}, after doing what it was told to
 * do at that time.
 */
final class TimerScript extends KeyedProcessFunction<String, String, String> {
    private static final long serialVersionUID = 1L;

    private final Map<Long, String> onTimer;
    private final EndOfInputPolicy endOfInputPolicy;

    /** @param onTimer commands by the time of the timer that does them */
    TimerScript(Map<Long, String> onTimer) {
        this(onTimer, EndOfInputPolicy.DROP);
    }

    TimerScript(Map<Long, String> onTimer, EndOfInputPolicy endOfInputPolicy) {
        this.onTimer = Map.copyOf(onTimer);
        this.endOfInputPolicy = endOfInputPolicy;
    }

    @Override
    public EndOfInputPolicy endOfInputPolicy() {
        return endOfInputPolicy;
    }

    static String key(String record) {
        return record.substring(0, record.indexOf(':'));
    }

    @Override
    public void processElement(String value, Context ctx, Collector<String> out) {
        obey(value.substring(value.indexOf(':') + 1), ctx.timerService(), out);
    }

    private static void obey(String commands, TimerService timers, Collector<String> out) {
        for (String command : commands.split(",")) {
            String argument = command.substring(1);
            switch (command.charAt(0)) {
                case 'E' -> timers.registerEventTimeTimer(Trace.number(argument));
                case 'e' -> timers.deleteEventTimeTimer(Trace.number(argument));
                case 'P' -> timers.registerProcessingTimeTimer(Trace.number(argument));
                case 'p' -> timers.deleteProcessingTimeTimer(Trace.number(argument));
                case 'S' -> timers.setEventTimeTimer(name(argument), time(argument));
                case 's' -> timers.setProcessingTimeTimer(name(argument), time(argument));
                case 'C' -> timers.clearEventTimeTimer(argument);
                case 'c' -> timers.clearProcessingTimeTimer(argument);
                case 'W' -> out.collect("wm=" + Emitted.time(timers.currentWatermark()));
                default -> throw new IllegalArgumentException(command);
            }
        }
    }

    private static String name(String argument) {
        return argument.substring(0, argument.indexOf('='));
    }

    private static long time(String argument) {
        return Trace.number(argument.substring(argument.indexOf('=') + 1));
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) {
        String commands = onTimer.get(timestamp);
        if (commands != null) {
            obey(commands, ctx.timerService(), out);
        }
        out.collect(ctx.getCurrentKey() + "!" + (ctx.timerName() == null ? "" : ctx.timerName() + ":")
                + Emitted.time(timestamp)
                + (ctx.timeDomain() == TimeDomain.EVENT_TIME ? "E" : "P") + "(wm="
                + Emitted.time(ctx.timerService().currentWatermark()) + ")");
    }
}
