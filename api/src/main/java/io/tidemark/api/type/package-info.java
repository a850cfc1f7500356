/**
 * How values become bytes: types, their serializers, and the two buffers they write to and read from.
 *
 * <p>The central type is {@link io.tidemark.api.type.TypeInformation}, which describes a type while a job is planned and
 * creates a {@link io.tidemark.api.type.TypeSerializer} for each task that needs one. {@link io.tidemark.api.type.Types}
 * names the types a job author meets; {@link io.tidemark.api.type.TypeExtractor} finds them by reflection.
 *
 * <p>Threading: a {@code TypeInformation} is immutable and may be shared; a serializer, a writer and a reader belong to
 * one thread. Each task gets its own serializer, by {@code createSerializer()} or by Java serialization.
 */
package io.tidemark.api.type;
