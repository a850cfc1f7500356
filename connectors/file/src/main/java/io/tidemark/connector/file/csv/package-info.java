/**
 * CSV as RFC 4180 has it, with NULL as an unquoted word.
 *
 * <p>Central type: {@link io.tidemark.connector.file.csv.CsvFormat}. It reads and writes records, POJOs and tuples by
 * their columns, or hands rows and cells to a function.
 *
 * <p>Threading: a {@code CsvFormat} is immutable; rows and cells belong to the one thread that steps their task.
 */
package io.tidemark.connector.file.csv;
