package io.tidemark.worker.task;

import io.tidemark.checkpoint.proto.ChannelSnapshot;
import io.tidemark.checkpoint.proto.DeclaredValue;
import io.tidemark.checkpoint.proto.GateSnapshot;
import io.tidemark.network.gate.GateState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Gates' states as messages of a snapshot, and back. */
public final class GateSnapshots {
    private GateSnapshots() {}

    public static GateSnapshot of(GateState gate) {
        GateSnapshot.Builder snapshot = GateSnapshot.newBuilder()
                .setInput(gate.input())
                .setWatermark(gate.watermark())
                .setIdle(gate.idle())
                .addAllDeclared(declared(gate.declared()));
        for (GateState.ChannelState channel : gate.channels()) {
            snapshot.addChannels(ChannelSnapshot.newBuilder()
                    .setEdge(channel.edge())
                    .setProducer(channel.producer())
                    .setWatermark(channel.watermark())
                    .setIdle(channel.idle())
                    .setEnded(channel.ended())
                    .setClosed(channel.closed())
                    .addAllDeclared(declared(channel.declared())));
        }
        return snapshot.build();
    }

    public static GateState read(GateSnapshot gate) {
        return new GateState(
                gate.getInput(),
                gate.getWatermark(),
                gate.getIdle(),
                gate.getChannelsList().stream()
                        .map(channel -> new GateState.ChannelState(
                                channel.getEdge(),
                                channel.getProducer(),
                                channel.getWatermark(),
                                channel.getIdle(),
                                channel.getEnded(),
                                channel.getClosed(),
                                declared(channel.getDeclaredList())))
                        .toList(),
                declared(gate.getDeclaredList()));
    }

    /** Values of declared watermarks, in order of their identifiers. */
    private static List<DeclaredValue> declared(Map<String, Long> values) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> DeclaredValue.newBuilder()
                                .setIdentifier(entry.getKey())
                                .setValue(entry.getValue())
                                .build())
                        .toList();
    }

    private static Map<String, Long> declared(List<DeclaredValue> values) {
        Map<String, Long> declared = new TreeMap<>();
        values.forEach(value -> declared.put(value.getIdentifier(), value.getValue()));
        return declared;
    }
}
