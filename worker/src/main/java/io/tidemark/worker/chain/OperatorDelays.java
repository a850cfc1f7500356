package io.tidemark.worker.chain;

import io.tidemark.worker.advice.DelayReport;

/** What delays would come to at an operator subtask that makes event time. */
public record OperatorDelays(int nodeId, String uid, String name, int subtask, DelayReport report) {}
