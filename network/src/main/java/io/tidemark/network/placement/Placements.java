package io.tidemark.network.placement;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.Placement;
import io.tidemark.network.proto.PlanEdgeProto;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The places of a deployment, as one worker sees them. */
public final class Placements {
    /**
     * The other end of a channel.
     *
     * @param dataAddress of its worker; empty when that is this one
     */
    public record Peer(int subtask, String dataAddress) {}

    private final Map<Integer, Placement> byVertex = new HashMap<>();
    private final String here;

    private Placements(String here) {
        this.here = here;
    }

    /**
     * Writes where subtasks are, once for all workers that are told.
     *
     * @param vertices placed alike
     * @param dataAddresses by subtask
     */
    public static ByteString write(Collection<Integer> vertices, List<String> dataAddresses) {
        Map<String, Integer> workers = new LinkedHashMap<>();
        Placement.Builder placement = Placement.newBuilder().addAllVertices(vertices);
        for (String address : dataAddresses) {
            placement.addWorkers(workers.computeIfAbsent(address, next -> workers.size()));
        }
        return placement.addAllDataAddresses(workers.keySet()).build().toByteString();
    }

    /** @throws InvalidProtocolBufferException when a placement is none */
    public static Placements of(DeployRequest request) throws InvalidProtocolBufferException {
        Placements placements = new Placements(request.getDataAddress());
        for (ByteString bytes : request.getPlacementsList()) {
            Placement placement = Placement.parseFrom(bytes);
            placement.getVerticesList().forEach(vertex -> placements.byVertex.put(vertex, placement));
        }
        return placements;
    }

    /**
     * The other ends of a subtask's channels along an edge, ascending by subtask.
     *
     * @param others vertex at the other end
     * @param parallelism of that vertex
     */
    public List<Peer> peers(PlanEdgeProto edge, int subtask, int others, int parallelism) {
        if (edge.getPartitioning().equals(Partitioning.FORWARD.name())) {
            return List.of(peer(others, subtask));
        }
        List<Peer> peers = new ArrayList<>(parallelism);
        for (int other = 0; other < parallelism; other++) {
            peers.add(peer(others, other));
        }
        return peers;
    }

    private Peer peer(int vertex, int subtask) {
        Placement placement = byVertex.get(vertex);
        if (placement == null || subtask >= placement.getWorkersCount()) {
            throw new IllegalArgumentException(
                    "it is not said where subtask " + subtask + " of vertex " + vertex + " is");
        }
        String address = placement.getDataAddresses(placement.getWorkers(subtask));
        return new Peer(subtask, address.equals(here) ? "" : address);
    }
}
