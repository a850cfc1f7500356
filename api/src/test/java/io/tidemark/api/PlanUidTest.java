package io.tidemark.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.Plans.Nowhere;
import io.tidemark.api.Plans.Word;
import io.tidemark.api.Plans.Words;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.PlanNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanUidTest {
    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    private static DataStream<Word> words(StreamExecutionEnvironment env) {
        return env.fromSource(new Words(), WatermarkStrategy.forMonotonousTimestamps(), "words");
    }

    private static DataStream<Word> sums(DataStream<Word> words) {
        return words.filter(word -> word.count() > 0).keyBy(Word::text).sum("count");
    }

    private static List<String> uids(JobPlan plan) {
        return plan.nodes().stream().map(PlanNode::uid).toList();
    }

    @Test
    void generatedUidsAreTheSameOnEveryRun() {
        StreamExecutionEnvironment again = StreamExecutionEnvironment.getExecutionEnvironment();
        sums(words(env)).sinkTo(new Nowhere<>());
        sums(words(again)).sinkTo(new Nowhere<>());

        assertThat(uids(env.buildPlan("one"))).isEqualTo(uids(again.buildPlan("two")));
        assertThat(uids(env.buildPlan("one"))).doesNotHaveDuplicates();
    }

    /** A savepoint of an earlier version names these: they must never change. */
    @Test
    void generatedUidsAreTheseForEver() {
        sums(words(env)).sinkTo(new Nowhere<>());

        assertThat(uids(env.buildPlan("job")))
                .containsExactly(
                        "source-reader-4a5854a06075c6dd-splits",
                        "source-reader-4a5854a06075c6dd",
                        "filter-f22e4d4b32da2790",
                        "keyed-reduce-595bc8e3862bc834",
                        "sink-5e462096a302cb0b");
    }

    @Test
    void operatorsElsewhereDoNotChangeThem() {
        StreamExecutionEnvironment more = StreamExecutionEnvironment.getExecutionEnvironment();
        sums(words(env)).sinkTo(new Nowhere<>());
        DataStream<Word> words = words(more);
        words.map(Word::text).sinkTo(new Nowhere<>()).name("texts");
        sums(words).sinkTo(new Nowhere<>());

        assertThat(uids(more.buildPlan("job"))).containsAll(uids(env.buildPlan("job")));
    }

    @Test
    void whatLeadsToAnOperatorChangesItsUid() {
        StreamExecutionEnvironment longer = StreamExecutionEnvironment.getExecutionEnvironment();
        sums(words(env)).sinkTo(new Nowhere<>());
        sums(words(longer).filter(word -> true).name("first")).sinkTo(new Nowhere<>());

        assertThat(Plans.node(env.buildPlan("job"), "Keyed Sum").uid())
                .isNotEqualTo(Plans.node(longer.buildPlan("job"), "Keyed Sum").uid());
    }

    @Test
    void aGivenUidHoldsFastWhatFollows() {
        StreamExecutionEnvironment longer = StreamExecutionEnvironment.getExecutionEnvironment();
        sums(words(env).filter(word -> true).uid("anchor")).sinkTo(new Nowhere<>());
        sums(words(longer)
                        .map(word -> word)
                        .returns(Word.class)
                        .filter(word -> true)
                        .uid("anchor"))
                .sinkTo(new Nowhere<>());

        assertThat(Plans.node(env.buildPlan("job"), "Keyed Sum").uid())
                .isEqualTo(Plans.node(longer.buildPlan("job"), "Keyed Sum").uid());
    }

    @Test
    void twinsHaveDifferentUids() {
        DataStream<Word> words = words(env);
        words.map(Word::text).sinkTo(new Nowhere<>());
        words.map(Word::text).sinkTo(new Nowhere<>());

        assertThat(uids(env.buildPlan("job"))).doesNotHaveDuplicates().hasSize(6);
    }

    @Test
    void aGivenUidIsKeptAndTheEnumeratorTakesItToo() {
        env.fromSource(new Words(), WatermarkStrategy.noWatermarks(), "words")
                .uid("in")
                .sinkTo(new Nowhere<>())
                .uid("out");
        JobPlan plan = env.buildPlan("job");

        assertThat(uids(plan)).containsExactly("in-splits", "in", "out");
        assertThat(plan.nodes()).allMatch(PlanNode::uidGiven);
    }

    @Test
    void theSameUidTwiceIsAnErrorThatNamesBothOperators() {
        DataStream<Word> words = words(env);
        words.filter(word -> true).name("first").uid("same").sinkTo(new Nowhere<>());
        words.filter(word -> true).name("second").uid("same").sinkTo(new Nowhere<>());

        assertThatThrownBy(() -> env.buildPlan("job"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching("uid \"same\" is given to both operator \"first\" \\(PlanUidTest.java:\\d+\\) and"
                        + " operator \"second\" \\(PlanUidTest.java:\\d+\\)\\.\n"
                        + "Give each operator a uid of its own; its state is found by it\\.");
    }

    @Test
    void aStatefulOperatorWithoutUidIsRemarkedOn() {
        sums(words(env)).sinkTo(new Nowhere<>());

        assertThat(env.buildPlan("job").notes())
                .singleElement()
                .asString()
                .contains("without a uid: operator \"Keyed Sum\"");
    }
}
