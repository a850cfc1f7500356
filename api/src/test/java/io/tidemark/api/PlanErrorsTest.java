package io.tidemark.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.Plans.Nowhere;
import io.tidemark.api.Plans.Word;
import io.tidemark.api.Plans.Words;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.type.InvalidTypesException;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanErrorsTest {
    private static final String HERE = "\\(PlanErrorsTest.java:\\d+\\)";

    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    private DataStreamSource<Word> words() {
        return env.fromSource(new Words(), WatermarkStrategy.noWatermarks(), "words");
    }

    @Test
    void anEmptyJobIsAnErrorThatSaysHowToBegin() {
        assertThatThrownBy(() -> env.execute("empty"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("job \"empty\" has no operators.\n"
                        + "Add a source with fromSource or fromData, and end its stream with sinkTo.");
    }

    @Test
    void aMissingTypeIsAnErrorWhenSomebodyNeedsItAndNamesTheOperator() {
        SingleOutputStreamOperator<List<Word>> lists = words().map(word -> List.of(word));
        DataStreamSink<List<Word>> sink = lists.sinkTo(new Nowhere<>());

        assertThat(sink).as("only planning needs it").isNotNull();
        assertThatThrownBy(() -> env.buildPlan("job"))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageMatching("(?s)The type of the records that map " + HERE + " emits is not known: .*\n"
                        + "Write \\.returns\\(.*");
    }

    @Test
    void returnsFillsInAMissingTypeEvenBehindAFilter() {
        SingleOutputStreamOperator<Tuple2<String, Integer>> pairs = words().map(word -> Tuple2.of(word.text(), 1));
        pairs.filter(pair -> pair.f1 > 0).sinkTo(new Nowhere<>());
        pairs.returns(new TypeHint<>() {});

        assertThatCode(() -> env.buildPlan("job")).doesNotThrowAnyException();
        assertThat(pairs.getType()).isEqualTo(Types.TUPLE(Types.STRING, Types.INT));
    }

    @Test
    void returnsAfterTheTypeWasUsedIsAnError() {
        SingleOutputStreamOperator<Object> texts = words().map(Word::text, Types.GENERIC(Object.class));
        texts.getType();

        assertThatThrownBy(() -> texts.returns(Types.GENERIC(Object.class)).returns(new OtherObjects()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching(
                        "operator \"Map\" " + HERE + ": returns\\(others\\) comes too late, its records were"
                                + " taken for GENERIC\\(Object\\) already\\.\nCall returns right after the operator\\.");
    }

    private static final class OtherObjects extends TypeInformation<Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public Class<Object> typeClass() {
            return Object.class;
        }

        @Override
        public io.tidemark.api.type.TypeSerializer<Object> createSerializer() {
            throw new AssertionError("not asked for");
        }

        @Override
        public String toString() {
            return "others";
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof OtherObjects;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Test
    void anArrayCannotBeAKey() {
        assertThatThrownBy(() -> words().keyBy(word -> new int[] {word.count()}))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching("keyBy " + HERE + ": values of type int\\[\\] cannot be keys: .*\n"
                        + "Select a string, a number, an enum, or a record, tuple or POJO of such instead\\.");
    }

    @Test
    void aTypeLeftToTheSerializerOfLastResortCannotBeAKey() {
        assertThatThrownBy(
                        () -> words().keyBy(word -> new StringBuilder(word.text()), Types.GENERIC(StringBuilder.class)))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("cannot be keys: StringBuilder is left to the serializer of last resort");
    }

    @Test
    void aKeyTypeThatIsNotKnownIsAnErrorAtOnceThatSaysWhatToWrite() {
        assertThatThrownBy(() -> words().keyBy(word -> Tuple2.of(word.text(), word.count())))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageMatching("(?s)The type of the key of keyBy " + HERE + " is not known: .*\n"
                        + "Give it as a second argument, for example keyBy\\(selector, Types\\.STRING\\)\\.");
    }

    @Test
    void aFunctionThatIsNotSerialisableIsAnErrorThatNamesOperatorAndField() {
        words().map(word -> word.text() + env).name("texts").sinkTo(new Nowhere<>());

        assertThatThrownBy(() -> env.buildPlan("job"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching("operator \"texts\" " + HERE + ": its function lambda in "
                        + getClass().getName()
                        + " cannot be part of the plan: it uses the "
                        + getClass().getName()
                        + " around it \\(this\\), which is not Serializable\\.\nCopy what it needs .*");
    }

    @Test
    void forwardBetweenDifferentParallelismIsAnErrorThatNamesBoth() {
        words().setParallelism(2).forward().map(Word::text).setParallelism(3).sinkTo(new Nowhere<>());

        assertThatThrownBy(() -> env.buildPlan("job"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching("forward from source \"words\" " + HERE + " to operator \"Map\" " + HERE
                        + " needs the same parallelism on both sides, they have 2 and 3\\.\nUse rebalance, .*");
    }

    @Test
    void aSourceThatRefusesItsSettingsIsNamed() {
        env.fromSource(new Words("no file /a/b"), WatermarkStrategy.noWatermarks(), "files")
                .sinkTo(new Nowhere<>());

        assertThatThrownBy(() -> env.buildPlan("job"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching("source \"files\" " + HERE + ": no file /a/b\n.*");
    }

    @Test
    void aParallelismAboveTheMaxThatWasSetIsAnErrorThatNamesTheOperator() {
        env.setMaxParallelism(128);
        words().map(Word::text).name("wide").setParallelism(200).sinkTo(new Nowhere<>());

        assertThatThrownBy(() -> env.buildPlan("job"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching("operator \"wide\" " + HERE
                        + " has a parallelism of 200, above the job's max parallelism of 128\\.\n"
                        + "Lower it, or raise pipeline\\.max-parallelism\\.");
    }

    @Test
    void aParallelismOutOfRangeIsRefusedAtOnce() {
        assertThatThrownBy(() -> words().setParallelism(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("source \"words\" " + HERE + ": parallelism must be from 1 to 32768, not 0");
        assertThatThrownBy(() -> env.setParallelism(-1))
                .hasMessage("environment: parallelism must be from 1 to 32768, not -1");
        assertThatThrownBy(() -> env.fromData("a").setParallelism(2))
                .hasMessageContaining("runs with a parallelism of 1 only, not 2");
    }

    @Test
    void aUnionOfTwoTypesIsAnErrorThatNamesBoth() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        DataStream<String> lie = (DataStream) words();
        words().map(Word::text).union(lie).sinkTo(new Nowhere<>());

        assertThatThrownBy(() -> env.buildPlan("job"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("is of two types: String from operator \"Map\"")
                .hasMessageContaining("and Word from source \"words\"");
    }

    @Test
    void aUnionOverTwoEnvironmentsIsAnError() {
        DataStream<Word> elsewhere = StreamExecutionEnvironment.getExecutionEnvironment()
                .fromSource(new Words(), WatermarkStrategy.noWatermarks(), "words");

        assertThatThrownBy(() -> words().union(elsewhere)).hasMessageContaining("two different environments");
    }

    @Test
    void oneSideOutputWithTwoTypesIsAnError() {
        SingleOutputStreamOperator<Word> filtered = words().filter(word -> true);
        filtered.getSideOutput(new OutputTag<>("side", Types.STRING));

        assertThatThrownBy(() -> filtered.getSideOutput(new OutputTag<>("side", Types.LONG)))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("has a side output \"side\" of String already, it cannot be of Long too");
    }

    @Test
    void aFieldThatIsNotThereIsAnErrorThatNamesTheNearest() {
        assertThatThrownBy(() -> words().keyBy(Word::text).sum("cuont"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching("sum " + HERE + ": Word has no field cuont\\.\nDid you mean count\\?");
        assertThatThrownBy(() -> words().map(Word::text).keyBy(text -> text).sum("length"))
                .hasMessageContaining("Only tuples, records and POJOs have fields");
    }

    @Test
    void aFieldThatIsNoNumberCannotBeAddedUp() {
        assertThatThrownBy(() -> words().keyBy(Word::text).sum("text"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching("(?s)sum " + HERE
                        + ": field text of Word is a java.lang.String, which cannot be added" + " up\\..*");
        assertThatCode(() -> words().keyBy(Word::text).max("text")).doesNotThrowAnyException();
    }

    @Test
    void aTypeThatNeedsTheRuntimeOnTheClassPathIsAnErrorThatNamesTheOperator() {
        words().map(word -> new StringBuilder(word.text())).sinkTo(new Nowhere<>());

        assertThatThrownBy(() -> env.buildPlan("job"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageMatching("operator \"Map\" " + HERE
                        + ": java.lang.StringBuilder needs the serializer of last" + " resort, .*\nAdd the runtime .*");
    }

    @Test
    void elementsThatDoNotSayTheirTypeAreAnErrorThatSaysWhatToWrite() {
        assertThatThrownBy(() -> env.fromData(List.of()))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("Give the type too, for example fromData(");
        assertThatThrownBy(() -> env.fromData("a", 1))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("java.lang.String and java.lang.Integer");
        assertThatThrownBy(() -> env.fromData(List.of(List.of("a")))).hasMessageContaining("Give the type too");
    }
}
