/**
 * How a program logs that runs jobs in its own process and says nothing about logging.
 *
 * <p>Central type: {@link io.tidemark.deploy.logging.DefaultLogging}. Processes of the distribution are configured by its
 * {@code conf/logback.xml} instead.
 *
 * <p>Threading: called once, by logback.
 */
package io.tidemark.deploy.logging;
