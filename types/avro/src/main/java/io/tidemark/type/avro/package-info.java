/**
 * Avro records as types: classes that Avro generates, found by themselves, and generic records of a schema that is given.
 *
 * <p>Central types: {@link io.tidemark.type.avro.AvroTypes} for jobs, {@code AvroSerializer}, whose schema in a savepoint is
 * Avro's own, so that Avro's rules say what a later version of a job can read.
 *
 * <p>Threading: a serializer is used by one thread at a time.
 */
package io.tidemark.type.avro;
