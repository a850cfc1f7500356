/**
 * Protobuf messages as types: the classes that protoc generates, found by themselves.
 *
 * <p>Central types: {@link io.tidemark.type.protobuf.ProtobufTypes} for jobs, {@code ProtobufSerializer}, and {@code
 * ProtobufRules}, which say what a later version of a message can read.
 *
 * <p>Threading: everything here may be used by any thread.
 */
package io.tidemark.type.protobuf;
