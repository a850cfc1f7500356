/**
 * The serializer of last resort: Kryo 5, for types that nothing else fits.
 *
 * <p>The central type is {@link io.tidemark.checkpoint.kryo.KryoFallbackSerializerProvider}, which {@code api} finds by
 * {@code ServiceLoader}. It favours being right over being fast: fields are written with their names, and a class that
 * Kryo would write incompletely goes through Java serialization or is refused.
 *
 * <p>Threading: a serializer belongs to one thread, and has a Kryo of its own.
 */
package io.tidemark.checkpoint.kryo;
