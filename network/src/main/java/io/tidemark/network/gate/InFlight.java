package io.tidemark.network.gate;

import java.util.List;

/**
 * What of one channel was on its way at the barrier of an unaligned checkpoint, and where the channel's event time stood
 * before it.
 *
 * @param input ordinal of the gate's input
 * @param channel edge, producer and event time
 * @param isReplay whether it was itself what a restore left to be played: it goes before all channels, and is of none of them
 * @param parts immutable; {@link InFlightLog#encode} makes bytes of them
 * @param bytes about how large they are
 */
public record InFlight(int input, GateState.ChannelState channel, boolean isReplay, List<Object> parts, long bytes) {}
