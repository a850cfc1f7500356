package io.tidemark.deploy.drill.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares what a job committed with what an undisturbed run of it did, knowing nothing of what the lines mean. Pure. */
public final class LineCheck {
    private LineCheck() {}

    /**
     * What a run came to.
     *
     * @param lines all committed lines, in any order
     * @param late by operator: its records that came too late
     */
    public record Run(List<String> lines, Map<String, Long> late) {}

    public static Findings compare(Run undisturbed, Run disturbed) {
        Findings.Gathering found = new Findings.Gathering();
        Map<String, Integer> right = counts(undisturbed.lines());
        Map<String, Integer> left = new HashMap<>(right);
        for (String line : disturbed.lines()) {
            Integer count = left.get(line);
            if (count == null) {
                found.wrong("there is no line " + line + " without the failure");
            } else if (count == 0) {
                found.duplicate("too often: " + line);
            } else {
                left.put(line, count - 1);
            }
        }
        left.forEach((line, count) -> {
            if (count > 0) {
                found.gaps(count, "missing: " + line);
            }
        });
        late(undisturbed.late(), disturbed.late(), found);
        return found.done();
    }

    private static void late(Map<String, Long> right, Map<String, Long> counted, Findings.Gathering found) {
        Map<String, Long> differences = new TreeMap<>(counted);
        right.forEach((operator, count) -> differences.merge(operator, -count, Long::sum));
        differences.forEach((operator, difference) -> {
            if (difference != 0) {
                found.verdicts(
                        Math.abs(difference),
                        "at " + operator + ", " + counted.getOrDefault(operator, 0L) + " records came too late, and "
                                + right.getOrDefault(operator, 0L) + " without the failure");
            }
        });
    }

    private static Map<String, Integer> counts(List<String> lines) {
        Map<String, Integer> counts = new HashMap<>();
        lines.forEach(line -> counts.merge(line, 1, Integer::sum));
        return counts;
    }
}
