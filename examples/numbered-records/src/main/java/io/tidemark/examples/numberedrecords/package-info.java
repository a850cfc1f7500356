/**
 * Numbered records, whose right results anybody can work out: what the recovery drills run.
 *
 * <p>Central type: {@link io.tidemark.examples.numberedrecords.NumberedRecords}. Threading: functions and readers are used by
 * their task only.
 */
package io.tidemark.examples.numberedrecords;
