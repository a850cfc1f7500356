package io.tidemark.worker.chain;

import io.tidemark.api.watermark.WatermarkDeclaration;
import java.util.OptionalLong;

/**
 * What can be said about a declared watermark at an operator subtask now. Values are as {@link WatermarkDeclaration#toLong} has
 * them.
 *
 * @param nodeId id of the plan's node
 * @param input ordinal of the input; -1 for what is sent and was not received
 * @param received what came last on the input, if anything did
 * @param receivedAtMs when; 0 for before a restore
 * @param sent what the operator sent last, if anything
 */
public record DeclaredFacts(
        int nodeId,
        String uid,
        String name,
        int subtask,
        int input,
        WatermarkDeclaration declaration,
        OptionalLong received,
        long receivedAtMs,
        OptionalLong sent) {}
