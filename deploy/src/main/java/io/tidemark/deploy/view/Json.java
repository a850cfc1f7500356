package io.tidemark.deploy.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;

/** Writes views as JSON: names as in the records, what is not there left out. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .build();

    private Json() {}

    /** Reads what {@link #of} wrote. */
    public static <V extends View> V read(String json, Class<V> type) throws JsonProcessingException {
        return MAPPER.readValue(json, type);
    }

    public static String of(View view) {
        return write(view);
    }

    /** An array of them. */
    public static String of(List<? extends View> views) {
        return write(views);
    }

    private static String write(Object views) {
        try {
            return MAPPER.writeValueAsString(views);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a view that cannot be written as JSON: " + views, e);
        }
    }
}
