package io.tidemark.bench.sidebyside;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.bench.workload.Latency;
import io.tidemark.bench.workload.Tally;

/**
 * One measured run, which is one line of a file.
 *
 * @param setting title of a {@link JvmSetting}
 * @param number from 1, of this engine and setting
 * @param peakRssMiB the most that was resident of the process
 * @param latency null where it is not asked for
 * @param failure why the run is void; null if it is not
 */
record Run(
        String workload,
        String engine,
        String setting,
        int number,
        long events,
        double seconds,
        double eventsPerSecond,
        long results,
        long checksum,
        long peakRssMiB,
        Latency latency,
        String failure) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Run measured(Contest contest, int number, Outcome outcome, Tally expected) {
        boolean isRight = outcome.tally().equals(expected);
        return new Run(
                contest.workload().id(),
                contest.engine(),
                contest.setting().title(),
                number,
                contest.events(),
                outcome.seconds(),
                contest.events() / outcome.seconds(),
                outcome.tally().results(),
                outcome.tally().checksum(),
                outcome.peakRssKiB() / 1024,
                outcome.latency(),
                isRight ? null : "gave " + outcome.tally() + " instead of " + expected);
    }

    static Run failed(Contest contest, int number, String failure) {
        return new Run(
                contest.workload().id(),
                contest.engine(),
                contest.setting().title(),
                number,
                contest.events(),
                0,
                0,
                0,
                0,
                0,
                null,
                failure);
    }

    static Run fromJson(String line) {
        try {
            return JSON.readValue(line, Run.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a run: " + line, e);
        }
    }

    String toJson() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + this, e);
        }
    }

    boolean isValid() {
        return failure == null;
    }
}
