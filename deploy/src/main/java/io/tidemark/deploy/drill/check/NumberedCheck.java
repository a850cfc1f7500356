package io.tidemark.deploy.drill.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares what the example {@code numbered-records} committed with the known answer. Pure. */
public final class NumberedCheck {
    private static final int LATE_CELL = 2;

    private final KnownAnswer known;
    private final Findings.Gathering found = new Findings.Gathering();

    private NumberedCheck(KnownAnswer known) {
        this.known = known;
    }

    /**
     * The committed lines of each sink, by the sink's name.
     *
     * @param records {@code number,key,count,late}, and whatever a later version of the job adds behind
     * @param pulses {@code key,time,count}
     * @param windows {@code start,key,count,total}
     * @param tooLate {@code number}
     */
    public record Committed(List<String> records, List<String> pulses, List<String> windows, List<String> tooLate) {}

    public static Findings compare(KnownAnswer known, Committed committed) {
        NumberedCheck check = new NumberedCheck(known);
        check.records(committed.records());
        check.rows("window", 2, known.windows(), committed.windows());
        check.rows("pulse", 3, known.pulses(), committed.pulses());
        check.tooLate(committed.tooLate());
        return check.found.done();
    }

    /**
     * Compares what the job counted.
     *
     * @param late records that were not newer than the watermark
     * @param tooLate records that came when their window was over
     */
    public static Findings compareCounts(KnownAnswer known, long late, long tooLate) {
        Findings.Gathering found = new Findings.Gathering();
        count("late", known.lateRecords(), late, found);
        count("too late for their window", known.tooLateRecords(), tooLate, found);
        return found.done();
    }

    /**
     * Compares what version 2 of the job adds, which counts late records from where it took over.
     *
     * @param first number that version 2 had
     * @param records {@code number,key,count,late} of version 1, and with the late records of the key behind of version 2
     * @param late of version 2: {@code number,key,count}
     */
    public static Findings compareUpgraded(KnownAnswer known, long first, List<String> records, List<String> late) {
        NumberedCheck check = new NumberedCheck(known);
        Map<String, String> lateRows = new HashMap<>();
        Map<String, Long> lateSeen = new HashMap<>();
        long[] lateOfKey = new long[known.input().keys()];
        for (long number = first; number < known.input().records(); number++) {
            int key = known.input().key(number);
            if (known.isLate(number)) {
                lateOfKey[key]++;
                lateRows.put(Long.toString(number), key + "," + lateOfKey[key]);
            }
            lateSeen.put(Long.toString(number), lateOfKey[key]);
        }
        check.rows("late record", 1, lateRows, late);
        for (String line : records) {
            String number = line.substring(0, endOfCells(line, 1));
            Long right = lateSeen.get(number);
            String rest = line.substring(Math.min(line.length(), endOfCells(line, 4)));
            if (!rest.equals(right == null ? "" : "," + right)) {
                check.found.wrong("record " + number + " was told with late records " + rest + " instead of " + right);
            }
        }
        return check.found.done();
    }

    private static void count(String what, long right, long counted, Findings.Gathering found) {
        if (counted != right) {
            found.verdicts(
                    Math.abs(counted - right), counted + " records were counted as " + what + " instead of " + right);
        }
    }

    private void records(List<String> lines) {
        Map<String, String> missing = new HashMap<>(known.records());
        for (String line : lines) {
            int comma = line.indexOf(',');
            String number = comma < 0 ? line : line.substring(0, comma);
            String right = known.records().get(number);
            if (right == null) {
                found.wrong("there is no record " + line);
            } else if (missing.remove(number) == null) {
                found.duplicate("record " + number + " is there twice");
            } else {
                content(number, right.split(","), line.substring(comma + 1).split(","));
            }
        }
        missing.keySet().forEach(number -> found.gap("record " + number + " is missing"));
    }

    private void content(String number, String[] right, String[] cells) {
        if (cells.length < right.length || !cells[0].equals(right[0]) || !cells[1].equals(right[1])) {
            found.wrong(
                    "record " + number + " has " + String.join(",", cells) + " instead of " + String.join(",", right));
        } else if (!cells[LATE_CELL].equals(right[LATE_CELL])) {
            found.verdict("record " + number + " is " + (right[LATE_CELL].equals("1") ? "not " : "") + "late");
        }
    }

    /** @param idCells so many cells name the row, the rest is its content */
    private void rows(String what, int idCells, Map<String, String> right, List<String> lines) {
        Map<String, String> missing = new HashMap<>(right);
        for (String line : lines) {
            int end = endOfCells(line, idCells);
            String id = line.substring(0, end);
            String content = end == line.length() ? "" : line.substring(end + 1);
            String expected = right.get(id);
            if (expected == null) {
                found.wrong("there is no " + what + " " + line);
            } else if (missing.remove(id) == null) {
                found.duplicate(what + " " + id + " is there twice");
            } else if (!content.equals(expected)) {
                found.wrong(what + " " + id + " has " + content + " instead of " + expected);
            }
        }
        missing.forEach((id, content) -> found.gap(what + " " + id + " is missing"));
    }

    private void tooLate(List<String> lines) {
        Set<String> missing = new HashSet<>(known.tooLate().keySet());
        for (String number : lines) {
            if (!known.tooLate().containsKey(number)) {
                found.verdict("record " + number + " was too late for its window");
            } else if (!missing.remove(number)) {
                found.duplicate("record " + number + " was sent aside twice");
            }
        }
        missing.forEach(number -> found.verdict("record " + number + " was not too late for its window"));
    }

    /** Where the cells end, without the comma behind them. */
    private static int endOfCells(String line, int cells) {
        int end = -1;
        for (int i = 0; i < cells; i++) {
            end = line.indexOf(',', end + 1);
            if (end < 0) {
                return line.length();
            }
        }
        return end;
    }
}
