package io.tidemark.coordinator.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.proto.PlanInputProto;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class InFlightAssignmentTest {
    private static final int KEY_GROUPS = 128;

    private final InFlightAssignment assignment = new InFlightAssignment(KEY_GROUPS);

    private static Vertex vertex(int parallelism, boolean keyed) {
        PlanInputProto.Builder input = PlanInputProto.newBuilder().setOrdinal(0);
        if (keyed) {
            input.setKeySpec(ByteString.copyFromUtf8("key"));
        }
        return new Vertex(
                4,
                parallelism,
                List.of(PlanNodeProto.newBuilder()
                        .setUid("count")
                        .addInputs(input)
                        .build()),
                List.of(),
                List.of(),
                List.of());
    }

    private static InFlightData data(int producer, int consumer, boolean replay) {
        return InFlightData.newBuilder()
                .setProducer(producer)
                .setConsumer(consumer)
                .setReplay(replay)
                .build();
    }

    /** What was a replay before is so marked: it comes before what was not. */
    private static InFlightData older(InFlightData data) {
        return data.toBuilder().setOlder(true).build();
    }

    private static List<TaskSnapshot> before(int producers, int parallelism) {
        List<TaskSnapshot> tasks = new ArrayList<>();
        for (int consumer = 0; consumer < parallelism; consumer++) {
            TaskSnapshot.Builder task =
                    TaskSnapshot.newBuilder().setSubtask(consumer).setParallelism(parallelism);
            for (int producer = 0; producer < producers; producer++) {
                task.addInFlight(data(producer, consumer, producer % 2 == 1));
            }
            tasks.add(task.build());
        }
        return tasks;
    }

    @Property
    void ofAnInputWithKeysExactlyTheSubtasksThatOwnSomeOfItsKeyGroupsReplayIt(
            @ForAll @IntRange(min = 1, max = 9) int before, @ForAll @IntRange(min = 1, max = 9) int after) {
        Vertex vertex = vertex(after, true);
        for (int subtask = 0; subtask < after; subtask++) {
            List<Integer> consumers = assignment.dealt(vertex, subtask, before(1, before)).stream()
                    .map(InFlightData::getConsumer)
                    .toList();
            for (int group = 0; group < KEY_GROUPS; group++) {
                if (KeyGroups.subtask(group, after, KEY_GROUPS) == subtask) {
                    assertThat(consumers).contains(KeyGroups.subtask(group, before, KEY_GROUPS));
                }
            }
            assertThat(consumers).doesNotHaveDuplicates();
        }
    }

    @Property
    void ofAnInputWithoutKeysEachPartIsReplayedByOneSubtask(
            @ForAll @IntRange(min = 1, max = 5) int producers,
            @ForAll @IntRange(min = 1, max = 9) int before,
            @ForAll @IntRange(min = 1, max = 9) int after) {
        List<InFlightData> all = new ArrayList<>();
        for (int subtask = 0; subtask < after; subtask++) {
            all.addAll(assignment.dealt(vertex(after, false), subtask, before(producers, before)));
        }
        assertThat(all).hasSize(producers * before).doesNotHaveDuplicates().allMatch(InFlightData::getReplay);
    }

    @Test
    void whatWasToBeReplayedAlreadyStaysBeforeTheRest() {
        List<InFlightData> dealt = assignment.dealt(vertex(1, true), 0, before(4, 2));
        assertThat(dealt.stream().map(InFlightData::getProducer)).containsExactly(1, 3, 1, 3, 0, 2, 0, 2);
    }

    @Test
    void aChannelThatIsStillThereGoesOnWithWhatWasOnIt() {
        TaskSnapshot task = before(4, 1).get(0);
        List<InFlightData> data = assignment.unchanged(task, one -> one.getProducer() == 0);
        assertThat(data)
                .containsExactly(older(data(1, 0, true)), older(data(3, 0, true)), data(0, 0, false), data(2, 0, true));
    }
}
