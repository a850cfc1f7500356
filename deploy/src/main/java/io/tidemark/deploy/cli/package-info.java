/**
 * The commands of {@code tidemark}.
 *
 * <p>Central type: {@link io.tidemark.deploy.cli.TidemarkCommand}. A command parses, calls one of the other packages and
 * prints; what it prints and its exit status are a contract with scripts.
 *
 * <p>Threading: one command in one thread.
 */
package io.tidemark.deploy.cli;
