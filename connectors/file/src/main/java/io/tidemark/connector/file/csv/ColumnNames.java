package io.tidemark.connector.file.csv;

import java.util.List;

/** The names of a file's columns in their order; none when neither the format nor a header says them. */
final class ColumnNames {
    static final ColumnNames NONE = new ColumnNames(List.of());

    private final List<String> names;

    ColumnNames(List<String> names) {
        this.names = List.copyOf(names);
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    String name(int index) {
        return names.get(index);
    }

    int count() {
        return names.size();
    }

    /** The position of a name: the one that is equal, else the one that is the same but for case and underscores; or -1. */
    int indexOf(String name) {
        int exact = names.indexOf(name);
        if (exact >= 0) {
            return exact;
        }
        for (int i = 0; i < names.size(); i++) {
            if (CsvColumn.sameName(names.get(i), name)) {
                return i;
            }
        }
        return -1;
    }

    /** A column as people see it, counted from 1. */
    String describe(int index) {
        return "column " + (index + 1) + (index < names.size() ? " (" + names.get(index) + ")" : "");
    }

    @Override
    public String toString() {
        return String.join(", ", names);
    }
}
