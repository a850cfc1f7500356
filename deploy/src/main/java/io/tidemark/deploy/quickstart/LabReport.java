package io.tidemark.deploy.quickstart;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The runs side by side, and what the columns mean. Pure. */
record LabReport(List<LabOutcome> outcomes, LabOutcome baseLine, Path directory) {
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(Words.count(baseLine.kept(), "reading")
                + " of six sensors, in the order in which they arrived, counted and summed per sensor and minute:");
        lines.add("");
        lines.addAll(table());
        lines.add("");
        lines.addAll(List.of(
                "delay              how long the watermark waits behind the newest reading for older ones to arrive;",
                "                   the last line is the base line, which waits for all of them and drops nothing",
                "rows kept          readings that are counted in some result",
                "dropped            readings that came after their minute's result was out; they are in no result",
                "late by watermark  readings not newer than the watermark when they came; most of them are kept all the"
                        + " same,",
                "                   because their minute was still open: lateness alone drops nothing",
                "result rows        one for every sensor and minute",
                "SUM                of all readings in the results, and how much of the base line's is missing",
                "",
                "Every number and every result row is what an independent program says it should be.",
                "Results and late rows: " + directory));
        return lines;
    }

    private List<String> table() {
        Table table = new Table()
                .left("delay")
                .right("rows kept")
                .right("dropped")
                .right("late by watermark")
                .right("result rows")
                .right("SUM")
                .right("missing");
        outcomes.forEach(outcome -> addRow(table, outcome));
        addRow(table, baseLine);
        return table.lines();
    }

    private void addRow(Table table, LabOutcome outcome) {
        long missing = baseLine.total() - outcome.total();
        table.row(
                outcome.delay().label(),
                Words.count(outcome.kept()),
                Words.count(outcome.dropped()),
                Words.count(outcome.lateByWatermark()),
                Words.count(outcome.resultRows()),
                Words.count(outcome.total()),
                missing == 0 ? "-" : Words.count(missing));
    }
}
