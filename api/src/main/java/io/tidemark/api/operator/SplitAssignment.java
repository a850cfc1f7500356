package io.tidemark.api.operator;

import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.plan.Directed;

/**
 * A split on its way from a source's enumerator to the reader that shall read it.
 *
 * @param targetSubtask number of the reader, from 0
 */
public record SplitAssignment<S extends SourceSplit>(int targetSubtask, S split) implements Directed {}
