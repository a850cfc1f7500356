package io.tidemark.deploy.view;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.checkpoint.plain.PlainJson;
import io.tidemark.checkpoint.plain.PlainText;

/** A plain value, as text in a table and as what it is in JSON. */
record PlainCell(Object value) {
    String text() {
        return PlainText.of(value);
    }

    @JsonValue
    Object json() {
        return PlainJson.of(value);
    }
}
