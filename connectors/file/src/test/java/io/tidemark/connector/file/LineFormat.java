package io.tidemark.connector.file;

import io.tidemark.api.type.TypeInformation;
import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.RecordDecoder;
import java.nio.charset.StandardCharsets;

/** Every record is its text. */
record LineFormat(boolean hasHeader, boolean spansLines) implements ReadFormat<String> {
    static final LineFormat LINES = new LineFormat(false, false);

    @Override
    public TypeInformation<String> recordType() {
        return TypeInformation.of(String.class);
    }

    @Override
    public RecordDecoder<String> createDecoder(byte[] header) {
        return (bytes, from, to) -> new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
