/**
 * How the worker's code is cut for the JVM's compiler.
 *
 * <p>Central type: {@link io.tidemark.worker.compiled.Outlined}, work that is compiled by itself and not as a part of whoever calls
 * it.
 *
 * <p>Threading: everything here is immutable.
 */
package io.tidemark.worker.compiled;
