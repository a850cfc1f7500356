package io.tidemark.coordinator.explain;

import io.tidemark.network.proto.AnswerWait;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.OrderWait;
import io.tidemark.network.proto.SilentTask;
import io.tidemark.network.proto.SplitWatermark;
import io.tidemark.network.proto.TimerWait;

/** What is said of each cause: what it is, and what to do. */
final class WaitWords {
    private static final long NONE = Long.MIN_VALUE;

    private final long nowMs;

    WaitWords(long nowMs) {
        this.nowMs = nowMs;
    }

    /** An operator subtask, and the split of it that is meant. */
    static String place(OperatorWatermark operator, String split) {
        return (operator.getSource() ? "source " : "")
                + subtask(operator)
                + (split.isEmpty() ? "" : ", split " + split + ",");
    }

    static String subtask(OperatorWatermark operator) {
        return subtask(operator.getName(), operator.getSubtask());
    }

    static String subtask(String name, int subtask) {
        return name + " subtask " + (subtask + 1);
    }

    static String time(long watermark) {
        return watermark == NONE ? "no watermark yet" : EventTimes.text(watermark);
    }

    String ago(long atMs) {
        return EventTimes.span(Math.max(0, nowMs - atMs));
    }

    /** Of a generator; of back-pressure it is said elsewhere. */
    String generator(WaitCause cause, OperatorWatermark operator, SplitWatermark generator) {
        String place = place(operator, generator.getSplit());
        return switch (cause) {
            case FOLLOWS ->
                place + " is the slowest and "
                        + (generator.getWatermark() == NONE
                                ? "has just begun"
                                : "goes on, at " + time(generator.getWatermark()));
            case SPLIT_SILENT ->
                place + " has had no record "
                        + (generator.getRecords() == 0
                                ? "since the restart " + ago(generator.getAddedAtMs()) + " ago"
                                : "for " + ago(generator.getLastRecordAtMs()))
                        + idleAdvice(operator);
            case SPLIT_EMPTY ->
                place + " has had no record since it began " + ago(generator.getAddedAtMs()) + " ago"
                        + idleAdvice(operator);
            case ONE_TIMESTAMP -> oneTimestamp(place, generator);
            case FAR_AHEAD -> farAhead(place, operator, generator);
            case INTERVAL_TOO_LONG -> interval(place, operator, generator);
            case NULL_TIMESTAMPS -> nullTimestamps(place, generator);
            case GENERATOR_NEVER_EMITS ->
                place + " has had "
                        + EventTimes.count(generator.getRecords(), "record") + " up to "
                        + EventTimes.text(generator.getNewestTimestamp())
                        + ", but its generator has never emitted a watermark; noWatermarks() emits none before the end of the"
                        + " input, so choose another strategy, or see what the generator waits for";
            case GENERATOR_STANDS ->
                place + " has records up to "
                        + EventTimes.text(generator.getNewestTimestamp())
                        + ", but its generator has emitted nothing above " + time(generator.getWatermark())
                        + (generator.getAdvancedAtMs() > 0 ? " for " + ago(generator.getAdvancedAtMs()) : "")
                        + "; see what the generator waits for, or whether its bound is larger than it has to be";
            default -> throw new IllegalArgumentException(cause + " is no cause of a generator");
        };
    }

    private static String idleAdvice(OperatorWatermark operator) {
        return operator.getIdleTimeoutMs() > 0
                ? "; its idle time-out of " + EventTimes.span(operator.getIdleTimeoutMs())
                        + " lets event time go on without it"
                : "; set an idle time-out (WatermarkStrategy.withIdleness) to go on without it";
    }

    /**
     * Of a generator whose split is not read.
     *
     * @param slowest what is to be said of the slowest of its group; empty for nothing
     */
    String paused(OperatorWatermark operator, SplitWatermark generator, String slowest) {
        return place(operator, generator.getSplit()) + " is paused by alignment group "
                + generator.getPaused().getGroup() + " for "
                + ago(generator.getPaused().getSinceMs()) + ", being more than "
                + EventTimes.span(generator.getPaused().getMaxDriftMs())
                + " ahead of the slowest of that group, and goes on when that one has caught up or is idle"
                + (slowest.isEmpty() ? "" : ": " + slowest);
    }

    private String oneTimestamp(String place, SplitWatermark generator) {
        String newest = EventTimes.text(generator.getNewestTimestamp());
        return (generator.getOldestTimestamp() == generator.getNewestTimestamp()
                        ? place + " has had " + EventTimes.count(generator.getRecords(), "record")
                                + ", all with the timestamp " + newest
                        : place + " has records, but none newer than " + newest + " for "
                                + ago(generator.getNewestRoseAtMs()))
                + ", and event time does not pass the newest one; see what the timestamp assigner returns";
    }

    private String farAhead(String place, OperatorWatermark operator, SplitWatermark generator) {
        GeneratorDiagnosis diagnosis = new GeneratorDiagnosis(operator, generator, nowMs);
        boolean isOfRecords = generator.getNewestTimestamp() >= generator.getWatermark();
        long newest = isOfRecords ? generator.getNewestTimestamp() : generator.getWatermark();
        String ahead = diagnosis.isAheadOfClock()
                ? EventTimes.span(GeneratorDiagnosis.minus(newest, nowMs)) + " ahead of the clock"
                : EventTimes.span(GeneratorDiagnosis.minus(newest, generator.getLatestTimestamp()))
                        + " ahead of the record that came last";
        String reached = isOfRecords
                ? " had a record with the timestamp " + EventTimes.text(newest) + ", " + ahead
                        + ", and event time went there"
                : " has its event time at " + EventTimes.text(newest) + ", " + ahead
                        + ", and had got there before the restart";
        return place + reached
                + ", so that what comes now is late; see whether its timestamps are"
                + " milliseconds; pipeline.max-future-skew keeps such records away from event time";
    }

    private String interval(String place, OperatorWatermark operator, SplitWatermark generator) {
        if (new GeneratorDiagnosis(operator, generator, nowMs).holdsBack()) {
            return place + " could be at " + EventTimes.text(generator.getHeldBackWatermark())
                    + ", but its generator emits only when event time has gone on by more than "
                    + EventTimes.span(generator.getEventTimeIntervalMs()) + "; make that interval shorter";
        }
        long intervalMs = operator.getWatermarkIntervalMs();
        String notAsked = place + " has had "
                + EventTimes.count(generator.getRecordsSinceAsked(), "record") + " up to "
                + EventTimes.text(generator.getNewestTimestamp()) + " that its generator was not asked about: "
                + (operator.getOwnWatermarkInterval()
                        ? "the interval of its strategy is "
                        : "pipeline.auto-watermark-interval is ");
        return intervalMs == 0
                ? notAsked + "0 ms, which is never; set it to 200 ms"
                : notAsked + EventTimes.span(intervalMs) + "; make it shorter";
    }

    private static String nullTimestamps(String place, SplitWatermark generator) {
        long without = generator.getRecordsWithoutTimestamp();
        return place + " has had " + EventTimes.count(generator.getRecords(), "record") + ", "
                + (without == generator.getRecords()
                        ? "none of them with a timestamp"
                        : without + " without a timestamp")
                + "; give the strategy a timestamp assigner, or see why the event-time column is NULL";
    }

    /** A source or generator in a subtask that has no split. */
    String withoutSplits(OperatorWatermark operator, OperatorWatermark source) {
        return place(operator, "") + " has had no record, since " + place(source, "")
                + " has no split, and counts all the same" + (idleAdvice(operator))
                + ", or give the strategy to the source itself, which leaves such subtasks out";
    }

    String awaitsSplits(OperatorWatermark operator) {
        return place(operator, "")
                + (operator.getSplitsCount() == 0 ? " has no split" : " waits for all of its splits")
                + " and counts, for it is not known yet which splits it gets: the enumerator has been looking for them"
                + (operator.getOpenedAtMs() > 0 ? " for " + ago(operator.getOpenedAtMs()) : "");
    }

    static String blocked(OperatorWatermark operator, String bottleneck) {
        return place(operator, "") + " is held up by back-pressure: its output had no room for "
                + operator.getBlockedPercent() + " % of the last seconds, because " + bottleneck
                + "; give that step more subtasks or less to do";
    }

    static String onItsWay(OperatorWatermark producer, String bottleneck) {
        String watermark = producer.getWatermark() == Long.MAX_VALUE
                ? "the end of the input"
                : "the watermark " + time(producer.getWatermark());
        return watermark + " of " + subtask(producer) + " is still on its way behind records (back-pressure), because "
                + bottleneck + "; give that step more subtasks or less to do";
    }

    /** A deterministic task that waits for an input whose producer is held up by it. */
    String orderWait(OperatorWatermark operator) {
        OrderWait wait = operator.getOrderWait();
        String awaited = subtask(wait.getProducerName(), wait.getProducerSubtask());
        return subtask(operator) + " takes its inputs in the order of event time (execution.deterministic), has waited "
                + ago(wait.getSinceMs()) + " for " + awaited + ", and holds its other inputs up, of which "
                + EventTimes.mebibytes(wait.getReadAheadBytes()) + " are read ahead; what " + awaited
                + " gets its records from is held up with them, so raise execution.checkpointing.max-read-ahead (edges that"
                + " broadcast, or partition by code of the job, are never read ahead), or let "
                + wait.getProducerName() + " pass watermarks on as its records come";
    }

    /** An operator that holds event time until answers come from outside of the job. */
    static String answerWait(OperatorWatermark operator) {
        return answersOf(operator) + ", and lets watermarks go on only behind the results of the records before them"
                + "; see what it asks, or give it a shorter time-out";
    }

    private static String answersOf(OperatorWatermark operator) {
        AnswerWait wait = operator.getAnswerWait();
        return subtask(operator) + " waits for the answers to " + EventTimes.count(wait.getRecords(), "record")
                + (wait.getRecords() == 1 ? ", asked for " : ", the first of them asked for ")
                + EventTimes.span(wait.getWaitedMs()) + " ago";
    }

    /** The end of an operator's input that waits for timers by the wall clock. */
    String timerWait(OperatorWatermark operator) {
        TimerWait wait = operator.getTimerWait();
        return subtask(operator) + " has had its last record and waits for "
                + EventTimes.count(wait.getTimers(), "timer") + " by the wall clock (EndOfInputPolicy.WAIT), "
                + (wait.getTimers() == 1 ? "due " : "the first due ")
                + (wait.getNextAtMs() > nowMs ? "in " + EventTimes.span(wait.getNextAtMs() - nowMs) : "now");
    }

    /** One that takes its records slowly, be it that it has as many under way as it may. */
    static String slow(OperatorWatermark operator) {
        AnswerWait wait = operator.getAnswerWait();
        return operator.hasAnswerWait() && wait.getRecords() >= wait.getCapacity()
                ? answersOf(operator) + ", and takes no more than " + wait.getCapacity() + " at a time"
                : subtask(operator) + " takes its records more slowly than they come";
    }

    static String inOneCall(SilentTask task) {
        return subtask(task.getName(), task.getSubtask()) + " has not answered for "
                + EventTimes.span(task.getWaitedMs()) + ": its user code is in one call for so long";
    }
}
