package io.tidemark.connector.file.csv;

import java.io.Serializable;
import java.util.Locale;
import java.util.Objects;

/**
 * A column.
 *
 * @param type what its text means, or null to take it from the field that it fills
 */
public record CsvColumn(String name, ColumnType type) implements Serializable {
    public CsvColumn {
        Objects.requireNonNull(name);
    }

    /** Whether the names are the same but for case and underscores, as {@code sensor_id} and {@code sensorId} are. */
    static boolean sameName(String a, String b) {
        return a.equals(b) || loose(a).equals(loose(b));
    }

    private static String loose(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
