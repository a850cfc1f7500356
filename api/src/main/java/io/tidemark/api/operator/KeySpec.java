package io.tidemark.api.operator;

import io.tidemark.api.function.KeySelector;
import io.tidemark.api.type.TypeSerializer;
import java.io.Serializable;

/** How the key of a record is found, and how it is serialised and hashed. */
public record KeySpec<T, K>(KeySelector<T, K> selector, TypeSerializer<K> serializer) implements Serializable {}
