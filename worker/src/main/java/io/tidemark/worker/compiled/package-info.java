/**
 * How the worker's code is cut for the JVM's compiler.
 *
 * <p>Central types: {@link io.tidemark.worker.compiled.Outlined}, work that is compiled by itself and not as a part of whoever calls
 * it; {@link io.tidemark.worker.compiled.ClassCopies}, a class that is compiled for each class that it works with.
 *
 * <p>Threading: everything here may be used by any thread.
 */
package io.tidemark.worker.compiled;
