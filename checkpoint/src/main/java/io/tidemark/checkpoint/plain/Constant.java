package io.tidemark.checkpoint.plain;

/**
 * A constant of an enum.
 *
 * @param typeName the Java name of the enum
 */
public record Constant(String typeName, String name) {}
