package io.tidemark.connector.file.format;

/**
 * A part of a record is not what it should be. Says which part, what it is and what was expected; whoever reads the file
 * adds where it stands. It has no stack trace, since a file may have many such records.
 */
public final class MalformedFieldException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_VALUE_SHOWN = 100;

    /**
     * @param column the column as people see it, such as {@code column 3 (reading)}; empty when the record as a whole is meant
     * @param value what stands there
     * @param expected what should, such as {@code an INT}
     */
    public MalformedFieldException(String column, String value, String expected) {
        super((column.isEmpty() ? "" : column + ": ") + shown(value) + " is not " + expected, null, false, false);
    }

    /** A record that is wrong in a way that has no value to show. */
    public MalformedFieldException(String problem) {
        super(problem, null, false, false);
    }

    private static String shown(String value) {
        if (value == null) {
            return "NULL";
        }
        StringBuilder shown = new StringBuilder("'");
        int end = Math.min(value.length(), LONGEST_VALUE_SHOWN);
        for (int i = 0; i < end; i++) {
            char c = value.charAt(i);
            // One line of cause stays one line.
            shown.append(Character.isISOControl(c) ? ' ' : c);
        }
        return shown.append(end < value.length() ? "…'" : "'").toString();
    }
}
