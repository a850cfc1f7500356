/**
 * The classes of numbered-records that are others in version 2: what is kept of a key has one more field, and the job one more
 * step.
 *
 * <p>Central type: {@link io.tidemark.examples.numberedrecords.Tally}. Threading: functions are used by their task only.
 */
package io.tidemark.examples.numberedrecords;
