package io.tidemark.deploy.drill;

import io.tidemark.deploy.terminal.Words;

/**
 * How long a disturbance was felt.
 *
 * @param fault what was done
 * @param newResultMs until the job had the first result that it had not had before; null when it never stood still or
 *     nobody can tell
 * @param committedMs until such a result was committed by the sink
 */
public record Recovery(String fault, Long newResultMs, long committedMs) {
    String inWords() {
        return (newResultMs == null ? "" : Words.duration(newResultMs) + " to the first new result, ")
                + Words.duration(committedMs) + " to the first committed one";
    }

    /** The first new result, or when that cannot be told the first committed one. */
    long recoveryMs() {
        return newResultMs == null ? committedMs : newResultMs;
    }
}
