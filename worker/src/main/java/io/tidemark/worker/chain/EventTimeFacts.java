package io.tidemark.worker.chain;

import java.util.List;

/**
 * What can be said about an operator that makes event time.
 *
 * @param source whether it reads splits
 * @param awaitsSplits whether it is not known yet which splits it gets
 * @param intervalMs between periodic calls of its generators; 0 for none
 * @param ownInterval whether that is of its strategy and not of the job
 * @param idleTimeoutMs after which a generator without records is left out; 0 for never
 * @param drivenByIdleClock whether its event time follows the wall clock, since all splits of its source are idle
 * @param alignmentGroup whose members it is kept together with; empty for none
 * @param splits its generators
 */
public record EventTimeFacts(
        boolean source,
        boolean awaitsSplits,
        long intervalMs,
        boolean ownInterval,
        long idleTimeoutMs,
        boolean drivenByIdleClock,
        String alignmentGroup,
        List<SplitFacts> splits) {}
