package io.tidemark.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.Plans.Nowhere;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.plan.JobClient;
import io.tidemark.api.plan.JobExecutionResult;
import io.tidemark.api.plan.JobExecutors;
import io.tidemark.api.plan.JobPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamExecutionEnvironmentTest {
    private final List<JobPlan> submitted = new ArrayList<>();

    @BeforeEach
    void collectPlans() {
        JobExecutors.override(plan -> {
            submitted.add(plan);
            return new Done(plan);
        });
    }

    @AfterEach
    void reset() {
        JobExecutors.override(null);
        StreamExecutionEnvironment.setDefaults(Configuration.empty());
    }

    private record Done(JobPlan plan) implements JobClient {
        @Override
        public String jobId() {
            return "1";
        }

        @Override
        public JobExecutionResult await() {
            return new JobExecutionResult("1", plan.name(), 5);
        }

        @Override
        public void cancel() {}
    }

    private static StreamExecutionEnvironment withAJob() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSequence(1, 3).sinkTo(new Nowhere<>());
        return env;
    }

    @Test
    void executeSubmitsThePlanAndGivesItsResult() throws Exception {
        JobExecutionResult result = withAJob().execute("numbers");

        assertThat(result.jobName()).isEqualTo("numbers");
        assertThat(submitted).singleElement().extracting(JobPlan::name).isEqualTo("numbers");
    }

    @Test
    void aJobThatWasStartedIsForgotten() throws Exception {
        StreamExecutionEnvironment env = withAJob();
        env.execute("first");

        assertThatThrownBy(() -> env.execute("second"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("job \"second\" has no operators");
    }

    @Test
    void aStreamOfAnEarlierJobCanBeUsedInTheNext() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Long> numbers = env.fromSequence(1, 3);
        numbers.sinkTo(new Nowhere<>());
        env.execute("first");
        numbers.map(number -> -number).sinkTo(new Nowhere<>());
        env.execute("second");

        assertThat(submitted.get(1).nodes())
                .extracting(node -> node.kind())
                .containsExactly("SOURCE_ENUMERATOR", "SOURCE_READER", "MAP", "SINK");
    }

    @Test
    void optionsFromOutsideAreWeakerThanThoseInCode() {
        StreamExecutionEnvironment.setDefaults(
                Configuration.builder().set(JobOptions.PARALLELISM, 3).build());

        assertThat(StreamExecutionEnvironment.getExecutionEnvironment().getParallelism())
                .isEqualTo(3);
        assertThat(StreamExecutionEnvironment.getExecutionEnvironment()
                        .setParallelism(5)
                        .getParallelism())
                .isEqualTo(5);
        assertThat(StreamExecutionEnvironment.getExecutionEnvironment(
                                Configuration.empty().with(JobOptions.PARALLELISM, 7))
                        .getParallelism())
                .isEqualTo(7);
    }

    @Test
    void aNameFromOutsideWinsOverTheOneInCode() throws Exception {
        StreamExecutionEnvironment.setDefaults(
                Configuration.builder().set(JobOptions.NAME, "from outside").build());
        withAJob().execute("from code");

        assertThat(submitted.get(0).name()).isEqualTo("from outside");
    }

    @Test
    void aNameInTheOptionsIsUsedWhenCodeGivesNone() throws Exception {
        StreamExecutionEnvironment env = withAJob();
        env.configure(Configuration.empty().with(JobOptions.NAME, "configured"));
        env.execute();
        withAJob().execute();

        assertThat(submitted).extracting(JobPlan::name).containsExactly("configured", "tidemark job");
    }

    @Test
    void objectReuseIsTheHandoverOption() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        assertThat(env.getConfig().disableObjectReuse().isObjectReuseEnabled()).isFalse();
        assertThat(env.getConfig().enableObjectReuse().isObjectReuseEnabled()).isTrue();
    }
}
