package io.tidemark.deploy.drill;

import io.tidemark.deploy.drill.check.Findings;
import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.deploy.view.View;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of a drill.
 *
 * @param steps what was done, each with its time since the drill began
 * @param recoveries one for each disturbance that stops the job's results
 * @param replayed records that were read more than once; null when nobody can tell
 * @param gaps results that are missing
 * @param duplicates results that are there more than once
 * @param otherVerdicts records that are late and would not be without the disturbance, or the other way round
 * @param wrong results with another content
 * @param examples of what differs
 * @param problem what kept the drill from coming to its end; null when nothing did
 * @param verdict all of it in a line
 * @param tookMs the whole drill
 */
public record DrillReport(
        String drill,
        List<Step> steps,
        List<Recovery> recoveries,
        Long replayed,
        long gaps,
        long duplicates,
        long otherVerdicts,
        long wrong,
        List<String> examples,
        String problem,
        String verdict,
        long tookMs)
        implements View {

    /**
     * Something that was done.
     *
     * @param atMs since the drill began
     */
    public record Step(long atMs, String what) {
        String inWords() {
            return String.format("%6s  %s", Words.duration(atMs), what);
        }
    }

    static DrillReport finished(
            String drill, List<Step> steps, List<Recovery> recoveries, Long replayed, Findings findings, long tookMs) {
        return new DrillReport(
                drill,
                List.copyOf(steps),
                List.copyOf(recoveries),
                replayed,
                findings.gaps(),
                findings.duplicates(),
                findings.verdicts(),
                findings.wrong(),
                findings.examples(),
                null,
                findings.verdict(),
                tookMs);
    }

    /** @param problem cause and what to do */
    static DrillReport broken(String drill, List<Step> steps, List<Recovery> recoveries, String problem, long tookMs) {
        return new DrillReport(
                drill,
                List.copyOf(steps),
                List.copyOf(recoveries),
                null,
                0,
                0,
                0,
                0,
                List.of(),
                problem,
                "not carried out: " + problem,
                tookMs);
    }

    /** Whether nothing is wrong. */
    public boolean isClean() {
        return problem == null && gaps == 0 && duplicates == 0 && otherVerdicts == 0 && wrong == 0;
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        List<String> lines = new ArrayList<>();
        for (Recovery recovery : recoveries) {
            lines.add("  recovery  " + recovery.inWords() + " after: " + recovery.fault());
        }
        if (problem == null) {
            lines.add("  found     " + (replayed == null ? "" : Words.count(replayed, "record") + " replayed, ")
                    + Words.count(gaps, "gap") + ", " + Words.count(duplicates, "duplicate") + ", "
                    + Words.count(otherVerdicts, "late verdict") + " that differ"
                    + (otherVerdicts == 1 ? "s" : "") + ", " + Words.count(wrong, "wrong result"));
        }
        examples.forEach(example -> lines.add("            " + example));
        lines.add("  verdict   " + verdict);
        return lines;
    }

    /** All drills side by side. */
    static List<String> table(List<DrillReport> reports) {
        Table table = new Table()
                .left("drill")
                .right("recovery")
                .right("committed")
                .right("replayed")
                .right("gaps")
                .right("duplicates")
                .right("late verdicts")
                .right("took")
                .left("verdict");
        for (DrillReport report : reports) {
            boolean isBroken = report.problem != null;
            table.row(
                    report.drill,
                    longest(report.recoveries.stream()
                            .map(Recovery::newResultMs)
                            .toList()),
                    longest(report.recoveries.stream()
                            .map(Recovery::committedMs)
                            .toList()),
                    report.replayed == null ? "" : Words.count(report.replayed),
                    isBroken ? "" : Words.count(report.gaps),
                    isBroken ? "" : Words.count(report.duplicates),
                    isBroken ? "" : Words.count(report.otherVerdicts),
                    Words.duration(report.tookMs),
                    report.verdict);
        }
        return table.lines();
    }

    private static String longest(List<Long> timesMs) {
        return timesMs.stream()
                .filter(timeMs -> timeMs != null)
                .max(Long::compare)
                .map(Words::duration)
                .orElse("");
    }
}
