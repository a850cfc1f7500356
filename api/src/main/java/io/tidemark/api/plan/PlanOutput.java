package io.tidemark.api.plan;

/**
 * One output of a node.
 *
 * @param ordinal 0 is the main output
 * @param tagId id of the side output's tag; empty for the main output
 * @param type the record type, for people
 * @param serializer Java-serialised {@code TypeSerializer}
 */
public record PlanOutput(int ordinal, String tagId, String type, byte[] serializer) {}
