package io.tidemark.connector.file.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.tidemark.api.type.TypeExtractor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.RecordDecoder;

/** Lines to values by a function. */
final class JsonFunctionReadFormat<T> implements ReadFormat<T> {
    private static final long serialVersionUID = 1L;

    private final JsonReadFunction<T> function;

    JsonFunctionReadFormat(JsonReadFunction<T> function) {
        this.function = function;
    }

    @Override
    public TypeInformation<T> recordType() {
        return TypeExtractor.outputOf(function, JsonReadFunction.class, 0, "the function of a JSON format");
    }

    @Override
    public RecordDecoder<T> createDecoder(byte[] header) {
        ObjectReader reader = JsonMapping.mapper().readerFor(JsonNode.class);
        return (bytes, from, to) -> {
            JsonNode line;
            try {
                line = reader.readTree(bytes, from, to - from);
            } catch (JsonProcessingException e) {
                throw JsonMapping.malformed(e, bytes, from, to);
            }
            T value = function.map(line);
            if (value == null) {
                throw new IllegalStateException("the JSON function returned null");
            }
            return value;
        };
    }
}
