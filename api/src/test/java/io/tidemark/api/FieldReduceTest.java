package io.tidemark.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.Plans.Word;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class FieldReduceTest {
    private static final TypeInformation<Tuple2<String, Integer>> PAIR = Types.TUPLE(Types.STRING, Types.INT);

    /** With a public field and one behind a getter and a setter. */
    public static class Account {
        public String owner;
        private BigDecimal balance;

        /** For the serializer. */
        public Account() {}

        Account(String owner, String balance) {
            this.owner = owner;
            this.balance = new BigDecimal(balance);
        }

        public BigDecimal getBalance() {
            return balance;
        }

        public void setBalance(BigDecimal newBalance) {
            this.balance = newBalance;
        }
    }

    /** As a task has it. */
    @SuppressWarnings("unchecked")
    private static <T> FieldReduce<T> throughThePlan(FieldReduce<T> reduce) {
        return PlanObjects.read(
                PlanObjects.write(reduce, "test"), FieldReduce.class, FieldReduceTest.class.getClassLoader());
    }

    @Test
    void sumOfATupleKeepsTheOtherFieldsOfTheFirstAndLeavesBothAlone() throws Exception {
        Tuple2<String, Integer> first = Tuple2.of("first", 1);
        Tuple2<String, Integer> second = Tuple2.of("second", 2);

        assertThat(throughThePlan(FieldReduce.sum(PAIR, "f1")).reduce(first, second))
                .isEqualTo(Tuple2.of("first", 3));
        assertThat(first).isEqualTo(Tuple2.of("first", 1));
        assertThat(second).isEqualTo(Tuple2.of("second", 2));
    }

    @Test
    void sumOfARecordMakesANewRecord() throws Exception {
        FieldReduce<Word> sum = throughThePlan(FieldReduce.sum(TypeInformation.of(Word.class), "timeMs"));

        assertThat(sum.reduce(new Word("a", 1, 10), new Word("b", 2, 20))).isEqualTo(new Word("a", 1, 30));
    }

    @Test
    void sumOfAPojoReachesFieldsBehindGetters() throws Exception {
        FieldReduce<Account> sum = throughThePlan(FieldReduce.sum(TypeInformation.of(Account.class), "balance"));
        Account first = new Account("first", "1.5");

        Account total = sum.reduce(first, new Account("second", "2.25"));
        assertThat(total.owner).isEqualTo("first");
        assertThat(total.getBalance()).isEqualTo("3.75");
        assertThat(first.getBalance()).isEqualTo("1.5");
    }

    @Test
    void numbersThemselvesAreAddedUpAtPositionZero() throws Exception {
        assertThat(FieldReduce.sum(Types.LONG, FieldReduce.nameOf(0)).reduce(3L, 4L))
                .isEqualTo(7L);
        assertThat(FieldReduce.sum(Types.DOUBLE, FieldReduce.nameOf(0)).reduce(0.5, 0.25))
                .isEqualTo(0.75);
        assertThat(FieldReduce.sum(Types.SHORT, FieldReduce.nameOf(0)).reduce((short) 1, (short) 2))
                .isEqualTo((short) 3);
    }

    @Test
    void minAndMaxTakeTheFieldOnlyMinByAndMaxByTheWholeRecord() throws Exception {
        Tuple2<String, Integer> first = Tuple2.of("first", 2);
        Tuple2<String, Integer> less = Tuple2.of("less", 1);

        assertThat(FieldReduce.min(PAIR, "f1").reduce(first, less)).isEqualTo(Tuple2.of("first", 1));
        assertThat(FieldReduce.max(PAIR, "f1").reduce(first, less)).isSameAs(first);
        assertThat(FieldReduce.minBy(PAIR, "f1").reduce(first, less)).isSameAs(less);
        assertThat(FieldReduce.maxBy(PAIR, "f1").reduce(first, less)).isSameAs(first);
        assertThat(FieldReduce.max(PAIR, "f0").reduce(first, less)).isEqualTo(Tuple2.of("less", 2));
    }

    @Test
    void ofEqualRecordsMinByAndMaxByKeepTheFirst() throws Exception {
        Tuple2<String, Integer> first = Tuple2.of("first", 1);
        Tuple2<String, Integer> second = Tuple2.of("second", 1);

        assertThat(FieldReduce.minBy(PAIR, "f1").reduce(first, second)).isSameAs(first);
        assertThat(FieldReduce.maxBy(PAIR, "f1").reduce(first, second)).isSameAs(first);
    }

    @Test
    void aNullFieldIsAnErrorThatNamesFieldAndRecord() {
        assertThatThrownBy(() -> FieldReduce.sum(PAIR, "f1").reduce(Tuple2.of("a", 1), Tuple2.of("b", null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("field f1 is null in (b,null)");
    }
}
