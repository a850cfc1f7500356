/**
 * Job classes that tests put into jars.
 *
 * <p>Threading: none.
 */
package io.tidemark.it.jobs;
