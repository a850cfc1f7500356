package io.tidemark.worker.task;

import io.tidemark.network.gate.ChannelFacts;
import io.tidemark.network.gate.DeclaredGateFacts;
import io.tidemark.network.gate.OrderWait;
import io.tidemark.worker.chain.DeclaredFacts;
import io.tidemark.worker.chain.OperatorFacts;
import java.util.List;
import java.util.Optional;

/**
 * What can be said about a task now.
 *
 * @param operators in the order of the chain, the head first
 * @param channels of the head's gates
 * @param heldBackBy index in {@code channels} of the one that holds the head's event time back; -1 for none
 * @param blockedPercent of the last seconds the outputs had no room
 * @param orderWait the channel that the order of event time waits for; empty for none
 * @param declared what came and was sent of declared watermarks, operator by operator
 * @param declaredGates the declared watermarks at the head's gates
 */
public record TaskFacts(
        List<OperatorFacts> operators,
        List<ChannelFacts> channels,
        int heldBackBy,
        int blockedPercent,
        Optional<OrderWait> orderWait,
        List<DeclaredFacts> declared,
        List<DeclaredGateFacts> declaredGates) {}
