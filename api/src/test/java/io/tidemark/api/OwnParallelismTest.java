package io.tidemark.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.PlanNode;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TumblingEventTimeWindows;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a plan says of the parallelism of its operators: the job's, or their own. */
class OwnParallelismTest {
    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    private static PlanNode node(JobPlan plan, String name) {
        return plan.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aNumberThatIsGivenIsTheOperatorsOwnAlsoWhereItIsTheSameAsTheJobs() {
        env.fromSequence(1, 9)
                .map(value -> value + 1)
                .name("single")
                .setParallelism(1)
                .map(value -> value + 1)
                .name("wide")
                .print();
        JobPlan plan = env.buildPlan("job");
        assertThat(node(plan, "single").parallelism()).isEqualTo(1);
        assertThat(node(plan, "single").fixedParallelism()).isTrue();
        assertThat(node(plan, "wide").parallelism()).isEqualTo(1);
        assertThat(node(plan, "wide").fixedParallelism()).isFalse();
    }

    @Test
    void aNumberThatIsPartOfWhatTheOperatorIsIsItsOwn() {
        env.fromData(1L, 2L).print();
        JobPlan plan = env.buildPlan("job");
        assertThat(node(plan, "Elements").fixedParallelism()).isTrue();
        assertThat(node(plan, "Elements splits").fixedParallelism()).isTrue();
    }

    @Test
    void aStreamThatIsJoinedKeepsItsNumberUntilItMeetsTheOther() {
        env.setParallelism(4);
        DataStream<Long> narrow =
                env.fromSequence(1, 9).map(value -> value + 1, Types.LONG).setParallelism(2);
        DataStream<Long> wide = env.fromSequence(1, 9).map(value -> value + 1, Types.LONG);
        narrow.join(wide)
                .where(value -> value, Types.LONG)
                .equalTo(value -> value, Types.LONG)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .apply((first, second) -> first + second, Types.LONG)
                .print();
        JobPlan plan = env.buildPlan("job");
        assertThat(node(plan, "First of Two").parallelism()).isEqualTo(2);
        assertThat(node(plan, "Second of Two").parallelism()).isEqualTo(4);
        assertThat(node(plan, "Second of Two").fixedParallelism()).isFalse();
    }
}
