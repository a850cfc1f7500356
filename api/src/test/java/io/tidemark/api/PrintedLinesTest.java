package io.tidemark.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.plan.JobPlan;
import org.junit.jupiter.api.Test;

class PrintedLinesTest {
    @Test
    void aLineBeginsWithTheNameAndWithTheSubtaskWhereThereAreSeveral() {
        assertThat(PrintedLines.prefix("", 0, 1)).isEmpty();
        assertThat(PrintedLines.prefix("late", 0, 1)).isEqualTo("late> ");
        assertThat(PrintedLines.prefix("", 2, 4)).isEqualTo("3> ");
        assertThat(PrintedLines.prefix("late", 2, 4)).isEqualTo("late:3> ");
    }

    @Test
    void printingEndsAStreamInASinkOfThatName() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSequence(1, 3).print("numbers");

        JobPlan plan = env.buildPlan("job");

        assertThat(plan.nodes())
                .filteredOn(node -> node.kind().equals("SINK"))
                .singleElement()
                .satisfies(node -> assertThat(node.name()).isEqualTo("Print"));
    }
}
