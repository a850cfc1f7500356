/**
 * Values of state without the classes of the job: read by their schema alone, and shown as text or as JSON.
 *
 * <p>Central type: {@link io.tidemark.checkpoint.plain.PlainReader}. What it makes is made of the JDK's own types and of the
 * three here: {@link io.tidemark.checkpoint.plain.Structure}, {@link io.tidemark.checkpoint.plain.Constant} and {@link
 * io.tidemark.checkpoint.plain.Opaque}.
 *
 * <p>Threading: values are immutable; a reader is used by one thread at a time.
 */
package io.tidemark.checkpoint.plain;
