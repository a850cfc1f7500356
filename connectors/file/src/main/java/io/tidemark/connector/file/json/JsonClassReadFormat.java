package io.tidemark.connector.file.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.connector.file.format.MalformedFieldException;
import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.RecordDecoder;

/** Lines to the values of a class. */
final class JsonClassReadFormat<T> implements ReadFormat<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;

    JsonClassReadFormat(Class<T> type) {
        this.type = type;
    }

    @Override
    public TypeInformation<T> recordType() {
        return TypeInformation.of(type);
    }

    @Override
    public RecordDecoder<T> createDecoder(byte[] header) {
        ObjectReader reader = JsonMapping.mapper().readerFor(type);
        return (bytes, from, to) -> {
            try {
                T value = reader.readValue(bytes, from, to - from);
                if (value == null) {
                    throw new MalformedFieldException("", "null", "a " + type.getSimpleName());
                }
                return value;
            } catch (JsonProcessingException e) {
                throw JsonMapping.malformed(e, bytes, from, to);
            }
        };
    }
}
