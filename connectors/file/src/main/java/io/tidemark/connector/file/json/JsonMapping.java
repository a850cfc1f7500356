package io.tidemark.connector.file.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.tidemark.connector.file.format.MalformedFieldException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** Jackson as it is set up here, and its complaints in our words. */
final class JsonMapping {
    private JsonMapping() {}

    static JsonMapper mapper() {
        return JsonMapper.builder()
                .addModule(new JavaTimeModule())
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)
                .build();
    }

    /** Names field, value and what was expected, as far as Jackson says. */
    static MalformedFieldException malformed(JsonProcessingException e, byte[] bytes, int from, int to) {
        String line = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (e instanceof InvalidFormatException invalid) {
            return new MalformedFieldException(
                    field(invalid), String.valueOf(invalid.getValue()), "a " + typeName(invalid.getTargetType()));
        } else if (e instanceof MismatchedInputException mismatched && mismatched.getTargetType() != null) {
            return new MalformedFieldException(field(mismatched), line, "a " + typeName(mismatched.getTargetType()));
        } else if (e instanceof JsonMappingException mapping) {
            return new MalformedFieldException(field(mapping), line, "as expected: " + firstLine(e));
        }
        String place = e.getLocation() == null
                ? ""
                : "character " + Math.max(1, e.getLocation().getColumnNr());
        return new MalformedFieldException(place, line, "JSON: " + firstLine(e));
    }

    private static String typeName(Class<?> type) {
        return type == null ? "value of the wanted type" : type.getSimpleName();
    }

    private static String field(JsonMappingException e) {
        String path = e.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .collect(Collectors.joining("."));
        return path.isEmpty() ? "" : "column " + path;
    }

    private static String firstLine(JsonProcessingException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("not readable");
    }
}
