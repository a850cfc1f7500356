package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.worker.advice.DelayAdvice;
import io.tidemark.worker.advice.DelayOutcome;
import io.tidemark.worker.advice.WindowShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What delays of a watermark would cost, and gain.
 *
 * @param input what was looked at, in words
 * @param subtasks that read it, each with an event time of its own
 * @param rows with a timestamp
 * @param leastDelayWithoutLateMs the least with which no row would have been late by the watermark
 * @param leastDelayWithoutDropMs the least with which no row would have been dropped
 */
public record DelayAdviceView(
        String input,
        int subtasks,
        long rows,
        long rowsWithoutTimestamp,
        long rowsInNoWindow,
        long windowMs,
        long slideMs,
        long leastDelayWithoutLateMs,
        long leastDelayWithoutDropMs,
        List<Delay> delays)
        implements View {
    private static final int CHART_WIDTH = 24;

    /**
     * @param resultsAfterMs how long after its end in event time a window fires, on the average; null when none fired before
     *     the end
     */
    record Delay(long delayMs, long lateByWatermark, long dropped, Long resultsAfterMs) {
        static Delay of(DelayOutcome outcome) {
            return new Delay(
                    outcome.delayMs(),
                    outcome.late(),
                    outcome.dropped(),
                    outcome.fired() == 0 ? null : outcome.meanWaitMs());
        }
    }

    /** @param all whether delays are shown beyond the first with which nothing is late */
    public static DelayAdviceView of(String input, int subtasks, WindowShape windows, DelayAdvice advice, boolean all) {
        List<Delay> delays = new ArrayList<>();
        for (DelayOutcome outcome : advice.outcomes()) {
            delays.add(Delay.of(outcome));
            if (!all && outcome.late() == 0 && outcome.dropped() == 0) {
                break;
            }
        }
        return new DelayAdviceView(
                input,
                subtasks,
                advice.rows(),
                advice.rowsWithoutTimestamp(),
                advice.inNoWindow(),
                windows.sizeMs(),
                windows.slideMs(),
                advice.leastWithoutLate(),
                advice.leastWithoutDrop(),
                delays);
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        List<String> lines = new ArrayList<>();
        lines.add(Words.count(rows, "row") + " of " + input + ", windows of " + Words.duration(windowMs)
                + (slideMs == windowMs ? "" : " every " + Words.duration(slideMs)) + ":");
        if (rows == 0) {
            lines.add("nothing to advise on.");
            addLeftOut(lines);
            return lines;
        }
        lines.add("");
        lines.addAll(table());
        lines.add("");
        lines.add("No row is dropped with a delay of " + atLeast(leastDelayWithoutDropMs)
                + " or more, and none is late by the watermark with "
                + atLeast(leastDelayWithoutLateMs) + " or more.");
        addLeftOut(lines);
        if (subtasks > 1) {
            lines.add(
                    "Each of the " + subtasks
                            + " readers was looked at by itself; together they wait for the slowest, so no more is lost than this.");
        }
        return lines;
    }

    /** In words that leave digits out, and so never say less. */
    private static String atLeast(long ms) {
        long unitMs = ms < 1_000 ? 1 : ms < 60_000 ? 100 : ms < 3_600_000 ? 1_000 : 60_000;
        return Words.duration((ms + unitMs - 1) / unitMs * unitMs);
    }

    private void addLeftOut(List<String> lines) {
        if (rowsWithoutTimestamp > 0) {
            lines.add(Words.count(rowsWithoutTimestamp, "row") + " without a timestamp left out.");
        }
        if (rowsInNoWindow > 0) {
            lines.add(Words.count(rowsInNoWindow, "row") + " in no window, since windows leave gaps.");
        }
    }

    private List<String> table() {
        long most = delays.stream().mapToLong(Delay::dropped).max().orElse(0);
        Long firstAfterMs = delays.get(0).resultsAfterMs();
        Table table = new Table()
                .right("delay")
                .right("late by watermark")
                .right("dropped")
                .right("of all")
                .right("results after")
                .right("later by")
                .left("dropped, as a bar");
        for (Delay delay : delays) {
            table.row(
                    Words.duration(delay.delayMs()),
                    Words.count(delay.lateByWatermark()),
                    Words.count(delay.dropped()),
                    String.format(Locale.ROOT, "%.2f %%", 100.0 * delay.dropped() / rows),
                    delay.resultsAfterMs() == null ? "the end" : Words.duration(delay.resultsAfterMs()),
                    delay.resultsAfterMs() == null || firstAfterMs == null
                            ? ""
                            : Words.duration(Math.max(0, delay.resultsAfterMs() - firstAfterMs)),
                    bar(delay.dropped(), most));
        }
        return table.lines();
    }

    /** What is not zero shows. */
    private static String bar(long count, long most) {
        if (count == 0) {
            return "";
        }
        return "█".repeat((int) Math.max(1, Math.round((double) CHART_WIDTH * count / most)));
    }
}
