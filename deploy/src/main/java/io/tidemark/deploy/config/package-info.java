/**
 * What a process is told: {@code conf/tidemark.yaml}, the environment, the command line, in rising order.
 *
 * <p>Central types: {@link io.tidemark.deploy.config.ProcessOptions}, which options there are, and {@link
 * io.tidemark.deploy.config.ConfigurationSources}, where their values come from.
 *
 * <p>Threading: immutable.
 */
package io.tidemark.deploy.config;
