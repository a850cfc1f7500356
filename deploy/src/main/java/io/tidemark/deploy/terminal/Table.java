package io.tidemark.deploy.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Aligned columns under a head. Cells are plain text; a wide table is not cut. Used by one thread. */
public final class Table {
    private static final String GAP = "  ";
    private static final int LONGEST_RULE = 60;

    private enum Side {
        LEFT,
        RIGHT
    }

    private record Column(String title, Side side) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a column of words. */
    public Table left(String title) {
        columns.add(new Column(title, Side.LEFT));
        return this;
    }

    /** Adds a column of numbers. */
    public Table right(String title) {
        columns.add(new Column(title, Side.RIGHT));
        return this;
    }

    /** Adds a row: one cell a column; null is an empty one. */
    public Table row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        List<String> row = new ArrayList<>(cells.length);
        for (Object cell : cells) {
            row.add(cell == null ? "" : cell.toString());
        }
        rows.add(row);
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The head, a rule and the rows, without blanks at the ends of lines. */
    public List<String> lines() {
        int[] widths = widths();
        List<String> lines = new ArrayList<>(rows.size() + 2);
        lines.add(line(columns.stream().map(Column::title).toList(), widths));
        lines.add(rule(widths));
        for (List<String> row : rows) {
            lines.add(line(row, widths));
        }
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(columns.get(i).title());
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        return widths;
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            String padding = " ".repeat(widths[i] - length(cell));
            line.append(i == 0 ? "" : GAP).append(columns.get(i).side() == Side.LEFT ? cell + padding : padding + cell);
        }
        return line.toString().stripTrailing();
    }

    /** Under a column whose cells are long the rule is short: it would fill a terminal otherwise. */
    private static String rule(int[] widths) {
        return Arrays.stream(widths)
                .mapToObj(width ->
                        "─".repeat(Math.min(width, LONGEST_RULE)) + " ".repeat(Math.max(0, width - LONGEST_RULE)))
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
