package io.tidemark.network.gate;

import io.tidemark.api.watermark.WatermarkDeclaration;
import java.util.List;
import java.util.OptionalLong;

/**
 * What can be said about a declared watermark at a gate now. Values are as {@link WatermarkDeclaration#toLong} has them.
 *
 * @param input ordinal of the gate's input
 * @param combination the last that came out, if one has
 * @param waitsFor index in {@code channels} of the first that is waited for; -1 for none
 */
public record DeclaredGateFacts(
        int input, WatermarkDeclaration declaration, OptionalLong combination, int waitsFor, List<Channel> channels) {
    /**
     * One of its channels.
     *
     * @param edge id of the plan's edge
     * @param value its last, if it has sent one
     * @param changedAtMs when that changed; 0 for never, or before a restore
     * @param ended whether nothing follows on it
     */
    public record Channel(
            int edge,
            int producerVertex,
            String producerName,
            int producerSubtask,
            OptionalLong value,
            long changedAtMs,
            boolean ended) {}
}
