package io.tidemark.api.operator;

import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.Partitioner;
import java.io.Serializable;

/** The author's partitioner and the key it looks at. */
public record CustomPartitioner<T, K>(Partitioner<K> partitioner, KeySelector<T, K> key) implements Serializable {}
