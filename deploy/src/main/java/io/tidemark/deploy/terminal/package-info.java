/**
 * Text for people: tables, amounts, times, progress.
 *
 * <p>Central types: {@link io.tidemark.deploy.terminal.Terminal}, where it goes, and {@link
 * io.tidemark.deploy.terminal.Table}.
 *
 * <p>Threading: a {@code Terminal} may be shared, a {@code Table} is built by one thread, the rest is pure.
 */
package io.tidemark.deploy.terminal;
