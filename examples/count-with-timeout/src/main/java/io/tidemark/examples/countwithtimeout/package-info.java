/**
 * State and timers: how often a key occurred, told once the key has been quiet for a minute.
 *
 * <p>Central type: {@link io.tidemark.examples.countwithtimeout.CountWithTimeout}. Threading: functions are used by their
 * task only.
 */
package io.tidemark.examples.countwithtimeout;
