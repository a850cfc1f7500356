package io.tidemark.connector.file.csv;

import io.tidemark.connector.file.format.ByteSink;
import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.RecordEncoder;
import io.tidemark.connector.file.format.WriteFormat;
import java.nio.charset.StandardCharsets;

/** Text to values and back, without files. */
final class Rows {
    private Rows() {}

    static CsvRow row(String line) {
        return row(CsvFormat.standard(), line);
    }

    static CsvRow row(CsvFormat format, String line) {
        CsvRow row = new CsvRow(format, format.declaredNames());
        byte[] bytes = ("<<" + line + ">>").getBytes(StandardCharsets.UTF_8);
        row.split(bytes, 2, bytes.length - 2);
        return row;
    }

    static <T> T read(ReadFormat<T> format, String header, String line) throws Exception {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        byte[] headerBytes = header == null ? null : header.getBytes(StandardCharsets.UTF_8);
        return format.createDecoder(headerBytes).decode(bytes, 0, bytes.length);
    }

    /** Header and records. */
    @SafeVarargs
    static <T> String write(WriteFormat<T> format, T... values) throws Exception {
        ByteSink out = new ByteSink(4);
        RecordEncoder<T> encoder = format.createEncoder();
        encoder.encodeHeader(out);
        for (T value : values) {
            encoder.encode(value, out);
        }
        return new String(out.array(), 0, out.size(), StandardCharsets.UTF_8);
    }
}
