package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TupleTest {

    @Test
    void tuplesPrintTheirFieldsInParentheses() {
        assertThat(Tuple2.of("a", 1)).hasToString("(a,1)");
        assertThat(Tuple1.of(null)).hasToString("(null)");
        assertThat(Tuple3.of(Tuple2.of(1, 2), new int[] {3, 4}, "x, y")).hasToString("((1,2),[3, 4],x, y)");
    }

    @Test
    void tuplesAreEqualFieldByFieldAndArraysByContent() {
        assertThat(Tuple2.of("a", 1)).isEqualTo(Tuple2.of("a", 1)).hasSameHashCodeAs(Tuple2.of("a", 1));
        assertThat(Tuple2.of("a", 1)).isNotEqualTo(Tuple2.of("a", 2)).isNotEqualTo(Tuple3.of("a", 1, null));
        assertThat(Tuple2.of(null, new byte[] {1})).isEqualTo(Tuple2.of(null, new byte[] {1}));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void everyFieldIsSetAndReadByItsIndex(int arity) {
        Tuple tuple = Tuple.newInstance(arity);
        assertThat(tuple.getArity()).isEqualTo(arity);
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < arity; i++) {
            tuple.setField(i, i);
            assertThat(tuple.<Integer>getField(i)).isEqualTo(i);
            expected.append(i == 0 ? "" : ",").append(i);
        }
        assertThat(tuple).hasToString("(" + expected + ")");
        assertThat(tuple.copy()).isEqualTo(tuple).isNotSameAs(tuple);
        assertThatThrownBy(() -> tuple.getField(arity))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("A Tuple" + arity + " has no field " + arity);
        assertThatThrownBy(() -> tuple.setField(1, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void fieldsCanBeSetAllAtOnce() {
        Tuple2<String, Integer> tuple = new Tuple2<>();
        tuple.setFields("a", 1);
        assertThat(tuple.f0).isEqualTo("a");
        assertThat(tuple.f1).isEqualTo(1);
    }

    @Test
    void aTupleHasOneToTwelveFields() {
        assertThatThrownBy(() -> Tuple.newInstance(13)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Tuple.newInstance(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
