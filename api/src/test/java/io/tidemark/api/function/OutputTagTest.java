package io.tidemark.api.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.type.InvalidTypesException;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.Types;
import org.junit.jupiter.api.Test;

class OutputTagTest {

    @Test
    void anAnonymousTagKnowsItsType() {
        OutputTag<Tuple2<String, Integer>> tag = new OutputTag<>("late") {};

        assertThat(tag.getTypeInfo()).isEqualTo(Types.TUPLE(Types.STRING, Types.INT));
    }

    @Test
    void withoutTheBracesTheErrorSaysWhatToWrite() {
        assertThatThrownBy(() -> new OutputTag<String>("late"))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessage("The type of OutputTag \"late\" is not known.\nWrite new OutputTag<Reading>(\"late\") {},"
                        + " with the braces, or give the type as a second argument.");
    }

    @Test
    void tagsAreEqualByTheirId() {
        assertThat(new OutputTag<String>("late") {}).isEqualTo(new OutputTag<>("late", Types.STRING));
        assertThat(new OutputTag<String>("late") {}).isNotEqualTo(new OutputTag<String>("early") {});
    }

    @Test
    void anAnonymousTagLeavesWhatSurroundsItBehindWhenItGoesIntoThePlan() {
        // Written in an instance method, so the anonymous class holds this test, which is not serialisable.
        OutputTag<String> tag = new OutputTag<>("late") {
            @Override
            public String toString() {
                return OutputTagTest.this.getClass() + super.toString();
            }
        };

        OutputTag<?> read = PlanObjects.read(
                PlanObjects.write(tag, "test"), OutputTag.class, getClass().getClassLoader());
        assertThat(read).isEqualTo(tag);
        assertThat(read.getTypeInfo()).isEqualTo(Types.STRING);
    }
}
