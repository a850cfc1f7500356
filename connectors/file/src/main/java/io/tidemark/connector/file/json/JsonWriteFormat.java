package io.tidemark.connector.file.json;

import com.fasterxml.jackson.databind.ObjectWriter;
import io.tidemark.connector.file.format.ByteSink;
import io.tidemark.connector.file.format.RecordEncoder;
import io.tidemark.connector.file.format.WriteFormat;
import java.io.OutputStream;

/** Values to lines. */
final class JsonWriteFormat<T> implements WriteFormat<T> {
    private static final long serialVersionUID = 1L;

    private final JsonWriteFunction<T> function;

    JsonWriteFormat(JsonWriteFunction<T> function) {
        this.function = function;
    }

    @Override
    public String extension() {
        return ".jsonl";
    }

    @Override
    public RecordEncoder<T> createEncoder() {
        ObjectWriter writer = JsonMapping.mapper().writer();
        return new RecordEncoder<>() {
            @Override
            public void encode(T value, ByteSink out) throws Exception {
                writer.writeValue((OutputStream) out, function.map(value));
                out.write('\n');
            }
        };
    }
}
