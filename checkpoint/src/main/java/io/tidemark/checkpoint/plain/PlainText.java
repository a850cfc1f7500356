package io.tidemark.checkpoint.plain;

import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** Plain values as people read them, in one line. */
public final class PlainText {
    private static final int SHOWN_BYTES = 24;

    private PlainText() {}

    /** The text of a value. Strings stand in quotes, so that {@code "1"} and {@code 1} differ. */
    public static String of(Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof String text) {
            return quoted(text);
        } else if (value instanceof Character character) {
            return quoted(character.toString());
        } else if (value instanceof Constant constant) {
            return constant.name();
        } else if (value instanceof Structure structure) {
            return structure(structure);
        } else if (value instanceof Iterable<?> elements) {
            StringJoiner text = new StringJoiner(", ", "[", "]");
            elements.forEach(element -> text.add(of(element)));
            return text.toString();
        } else if (value instanceof Map<?, ?> map) {
            StringJoiner text = new StringJoiner(", ", "{", "}");
            map.forEach((key, mapped) -> text.add(of(key) + ": " + of(mapped)));
            return text.toString();
        } else if (value instanceof Optional<?> optional) {
            return optional.map(present -> "Optional(" + of(present) + ")").orElse("Optional()");
        } else if (value instanceof byte[] bytes) {
            return bytes(bytes);
        } else if (value instanceof Opaque opaque) {
            return SchemaLine.simpleName(opaque.typeName())
                    + (opaque.bytes() == null ? "<unknown>" : "<" + bytes(opaque.bytes()) + ">");
        }
        return value.toString();
    }

    private static String structure(Structure structure) {
        if (structure.isTuple()) {
            StringJoiner text = new StringJoiner(", ", "(", ")");
            structure.fields().values().forEach(field -> text.add(of(field)));
            return text.toString();
        }
        StringJoiner text = new StringJoiner(", ", SchemaLine.simpleName(structure.typeName()) + "{", "}");
        structure.fields().forEach((name, field) -> text.add(name + "=" + of(field)));
        return text.toString();
    }

    private static String bytes(byte[] bytes) {
        String hex = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, SHOWN_BYTES));
        return bytes.length
                + (bytes.length == 1 ? " byte" : " bytes")
                + (bytes.length == 0 ? "" : ": " + hex)
                + (bytes.length > SHOWN_BYTES ? "…" : "");
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> {
            switch (point) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (isShown(point)) {
                        quoted.appendCodePoint(point);
                    } else {
                        quoted.append(String.format("\\u%04x", point));
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }

    /** Not so half of a surrogate pair, which stands alone here, and what would move the cursor. */
    private static boolean isShown(int point) {
        return !Character.isISOControl(point) && (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
    }
}
