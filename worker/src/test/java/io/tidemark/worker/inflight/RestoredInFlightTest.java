package io.tidemark.worker.inflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestoredInFlightTest {
    private static RestoredInFlight restored(InFlightData... data) {
        TaskSnapshot snapshot =
                TaskSnapshot.newBuilder().addAllInFlight(List.of(data)).build();
        return new RestoredInFlight(List.of(snapshot), null, new KeyGroupRange(0, 7), 8);
    }

    private static InFlightData data(int input, int edge, int producer, boolean replay) {
        return InFlightData.newBuilder()
                .setInput(input)
                .setEdge(edge)
                .setProducer(producer)
                .setReplay(replay)
                .build();
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> longs() {
        return (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer();
    }

    @Test
    void whatIsOfAChannelThatTheTaskDoesNotHaveIsNotPassedOverInSilence() throws IOException {
        RestoredInFlight inFlight = restored(data(0, 5, 1, false), data(0, 5, 2, false), data(1, 6, 0, true));
        inFlight.logOf(5, 1, longs());
        assertThat(inFlight.replays(1, true, 3, "parse", longs())).hasSize(1);

        assertThatThrownBy(inFlight::requireAllTaken)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("edge 5 from subtask 2 into input 0");
        inFlight.logOf(5, 2, longs());
        inFlight.requireAllTaken();
    }

    @Test
    void theSameIsNotReplayedByTwoInputs() throws IOException {
        RestoredInFlight inFlight = restored(data(0, 5, 1, true), data(1, 5, 1, true));
        assertThat(inFlight.replays(0, true, 3, "parse", longs())).hasSize(1);
        assertThat(inFlight.replays(0, true, 3, "parse", longs())).isEmpty();
        assertThat(inFlight.replays(1, true, 3, "parse", longs())).hasSize(1);
    }
}
