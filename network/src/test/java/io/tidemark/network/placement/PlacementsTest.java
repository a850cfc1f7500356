package io.tidemark.network.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.network.placement.Placements.Peer;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.PlanEdgeProto;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacementsTest {
    private static final ByteString PLACED = Placements.write(List.of(1, 2), List.of("a:1", "b:1", "a:1"));

    @Test
    void an_edge_from_all_to_all_has_a_channel_to_every_subtask_and_no_address_inside_a_worker() throws Exception {
        assertThat(seenFrom("a:1").peers(edge(Partitioning.HASH), 0, 2, 3))
                .containsExactly(new Peer(0, ""), new Peer(1, "b:1"), new Peer(2, ""));
    }

    @Test
    void an_edge_from_subtask_to_subtask_has_one_channel() throws Exception {
        assertThat(seenFrom("b:1").peers(edge(Partitioning.FORWARD), 1, 2, 3)).containsExactly(new Peer(1, ""));
    }

    @Test
    void a_vertex_that_is_narrower_than_there_are_places_has_so_many_channels() throws Exception {
        assertThat(seenFrom("b:1").peers(edge(Partitioning.DIRECT), 2, 1, 1)).containsExactly(new Peer(0, "a:1"));
    }

    @Test
    void an_address_is_written_once_however_many_subtasks_are_there() {
        List<String> addresses = IntStream.range(0, 10_000)
                .mapToObj(subtask -> "worker-" + subtask % 10 + ".example.org:7413")
                .toList();

        assertThat(Placements.write(List.of(1), addresses).size()).isLessThan(10_000 + 10 * 30 + 20);
    }

    @Test
    void a_vertex_that_was_not_placed_is_a_defect() throws Exception {
        Placements placements = seenFrom("a:1");

        assertThatThrownBy(() -> placements.peers(edge(Partitioning.HASH), 0, 9, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it is not said where subtask 0 of vertex 9 is");
    }

    private static Placements seenFrom(String address) throws InvalidProtocolBufferException {
        return Placements.of(DeployRequest.newBuilder()
                .setDataAddress(address)
                .addPlacements(PLACED)
                .build());
    }

    private static PlanEdgeProto edge(Partitioning partitioning) {
        return PlanEdgeProto.newBuilder().setPartitioning(partitioning.name()).build();
    }
}
