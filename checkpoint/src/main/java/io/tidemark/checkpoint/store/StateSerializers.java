package io.tidemark.checkpoint.store;

import io.tidemark.api.type.TypeSerializer;

/**
 * The serializers of a state, for one thread.
 *
 * @param outer of namespaces, or of the keys of a map state; null when there is one table only
 * @param inner of keys, or of map keys
 */
record StateSerializers(TypeSerializer<Object> outer, TypeSerializer<Object> inner, ValueFormat values) {}
