/**
 * JSON lines: one JSON value a line, read and written by Jackson.
 *
 * <p>Central type: {@link io.tidemark.connector.file.json.JsonFormat}.
 *
 * <p>Threading: a {@code JsonFormat}'s formats are immutable; what they make belongs to the one thread that steps its task.
 */
package io.tidemark.connector.file.json;
