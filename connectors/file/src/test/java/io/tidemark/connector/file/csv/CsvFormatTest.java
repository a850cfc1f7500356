package io.tidemark.connector.file.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.Tuple3;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.connector.file.format.MalformedFieldException;
import io.tidemark.connector.file.format.ReadFormat;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CsvFormatTest {
    record Reading(String sensorId, long timestampMs, int value) {}

    enum Color {
        RED,
        GREEN
    }

    record Everything(
            String text,
            boolean flag,
            byte small,
            Short medium,
            Integer number,
            long big,
            float coarse,
            Double fine,
            BigDecimal exact,
            LocalDate date,
            LocalTime time,
            LocalDateTime timestamp,
            Instant instant,
            Color color) {}

    public static final class Bean {
        public String name;
        private int count;

        public int getCount() {
            return count;
        }

        public void setCount(int newCount) {
            count = newCount;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bean that && Objects.equals(name, that.name) && count == that.count;
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, count);
        }
    }

    private static final Everything EVERYTHING = new Everything(
            "a,b",
            true,
            (byte) -1,
            (short) 300,
            null,
            1L << 40,
            0.1f,
            1e300,
            new BigDecimal("1.50"),
            LocalDate.of(2026, 1, 5),
            LocalTime.of(1, 2, 3),
            LocalDateTime.of(2026, 1, 5, 12, 0),
            Instant.parse("2026-01-05T12:00:00.123456Z"),
            Color.GREEN);

    private static final String EVERYTHING_LINE =
            "\"a,b\",TRUE,-1,300,NULL,1099511627776,0.1,1.0E300,1.50,2026-01-05,01:02:03.000,"
                    + "2026-01-05 12:00:00.000,2026-01-05 12:00:00.123456,GREEN";

    @Test
    void aRecordIsWrittenAndReadByTheOrderOfItsComponents() throws Exception {
        assertThat(Rows.write(CsvFormat.standard().write(Everything.class), EVERYTHING))
                .isEqualTo(EVERYTHING_LINE + "\n");
        assertThat(Rows.read(CsvFormat.standard().read(Everything.class), null, EVERYTHING_LINE))
                .isEqualTo(EVERYTHING);
    }

    @Test
    void columnsOfAHeaderAreFoundByNameInAnyOrderAndCase() throws Exception {
        ReadFormat<Reading> format = CsvFormat.standard().withHeader().read(Reading.class);
        assertThat(Rows.read(format, "VALUE,other,timestamp_ms,sensor_id", "7,x,1000,s1"))
                .isEqualTo(new Reading("s1", 1000, 7));
        assertThatThrownBy(() -> Rows.read(format, "value,sensor_id", "7,s1"))
                .isInstanceOf(MalformedFieldException.class)
                .hasMessage("no column is named as the field timestampMs of Reading; the header has: value, sensor_id");
    }

    @Test
    void aColumnsTypeSaysHowItsTextFillsAField() throws Exception {
        CsvFormat format = CsvFormat.standard()
                .withColumn("value")
                .withColumn("timestampMs", ColumnType.TIMESTAMP)
                .withColumn("sensorId", ColumnType.STRING);
        Reading reading = new Reading("s1", 1_767_614_400_000L, 7);
        assertThat(Rows.read(format.read(Reading.class), null, "7,2026-01-05 12:00:00,s1"))
                .isEqualTo(reading);
        assertThat(Rows.write(format.withHeader().write(Reading.class), reading))
                .isEqualTo("value,timestampMs,sensorId\n7,2026-01-05 12:00:00.000,s1\n");
    }

    @Test
    void aPojoIsReadAndWrittenByTheNamesOfItsFieldsAndProperties() throws Exception {
        CsvFormat format = CsvFormat.standard().withColumns("count", "name");
        Bean bean = new Bean();
        bean.name = "x";
        bean.setCount(3);
        assertThat(Rows.read(format.read(Bean.class), null, "3,x")).isEqualTo(bean);
        assertThat(Rows.write(format.write(Bean.class), bean)).isEqualTo("3,x\n");
        assertThatThrownBy(() -> CsvFormat.standard().read(Bean.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("have no order: name the columns");
        assertThatThrownBy(() -> CsvFormat.standard().write(Bean.class)).hasMessageContaining("have no order");
    }

    @Test
    void aTuplesFieldsAreReadAndWrittenInOrder() throws Exception {
        CsvFormat format = CsvFormat.standard()
                .withColumn("name")
                .withColumn("count", ColumnType.BIGINT)
                .withColumn("rate", ColumnType.DOUBLE);
        assertThat(Rows.read(format.read(Tuple3.class), null, "x,3,0.5")).isEqualTo(new Tuple3<>("x", 3L, 0.5));
        assertThat(Rows.write(format.write(Tuple3.class), new Tuple3<>("x", 3L, 0.5)))
                .isEqualTo("x,3,0.5\n");
        assertThat(Rows.write(CsvFormat.standard().write(Tuple3.class), new Tuple3<>("x", 3L, null)))
                .isEqualTo("x,3,NULL\n");
    }

    @Test
    void anotherNumberOfColumnsIsMalformed() {
        ReadFormat<Reading> byOrder = CsvFormat.standard().read(Reading.class);
        assertThatThrownBy(() -> Rows.read(byOrder, null, "s1,1000"))
                .hasMessage("'s1,1000' is not a record of 3 columns: it has 2");
        assertThatThrownBy(() -> Rows.read(byOrder, null, "s1,1000,7,8"))
                .hasMessage("'s1,1000,7,8' is not a record of 3 columns: it has 4");
    }

    @Test
    void nullOrNumbersThatDoNotFitAreMalformed() {
        assertThatThrownBy(() -> Rows.read(CsvFormat.standard().read(Reading.class), null, "s1,NULL,7"))
                .hasMessage("column 2: NULL is not a BIGINT");
        assertThatThrownBy(() -> Rows.read(
                        CsvFormat.standard().read(Everything.class), null, EVERYTHING_LINE.replace(",-1,", ",200,")))
                .hasMessage("column 3: '200' is not a number from -128 to 127");
        assertThatThrownBy(() -> Rows.read(
                        CsvFormat.standard().read(Everything.class), null, EVERYTHING_LINE.replace("GREEN", "BLUE")))
                .hasMessage("column 14: 'BLUE' is not one of [RED, GREEN]");
    }

    @Test
    void whatCannotWorkIsRefusedWhenTheJobIsPlanned() {
        record Nested(Reading reading) {}
        assertThatThrownBy(() -> CsvFormat.standard().read(Nested.class))
                .hasMessageContaining("field reading")
                .hasMessageContaining("no CSV column can fill; use a function instead");
        assertThatThrownBy(() -> CsvFormat.standard()
                        .withColumn("sensorId")
                        .withColumn("timestampMs", ColumnType.DATE)
                        .withColumn("value")
                        .read(Reading.class))
                .hasMessageContaining("field timestampMs of")
                .hasMessageContaining("cannot take a DATE");
        assertThatThrownBy(() -> CsvFormat.standard().withColumns("a", "b").read(Reading.class))
                .hasMessageContaining("no column is named as the field sensorId");
        assertThatThrownBy(() -> CsvFormat.standard().withColumns("a").write(Reading.class))
                .hasMessage("column a is no field of Reading; it has: sensorId, timestampMs, value");
        assertThatThrownBy(() -> CsvFormat.standard().withColumns("a", "A"))
                .hasMessage("there are two columns named A");
        assertThatThrownBy(() -> CsvFormat.standard().withHeader().write((value, cells) -> {}))
                .hasMessageContaining("a header needs column names");
        assertThatThrownBy(() -> CsvFormat.standard().read(Thread.class))
                .hasMessageContaining("use a function instead");
    }

    @Test
    void aFormatKnowsTheTypeOfItsValues() {
        assertThat(CsvFormat.standard().read(Reading.class).recordType()).isEqualTo(TypeInformation.of(Reading.class));
        assertThat(CsvFormat.standard()
                        .read(row -> new Reading(row.string(0), 0, 0))
                        .recordType())
                .isEqualTo(TypeInformation.of(Reading.class));
    }

    @Test
    void aFunctionMustWriteAsManyCellsAsThereAreColumns() {
        assertThatThrownBy(() -> Rows.write(
                        CsvFormat.standard().withColumns("a", "b").<Long>write((value, cells) -> cells.add(value)), 7L))
                .hasMessage("the function wrote 1 cells of 2 columns (a, b) for 7");
    }

    @Test
    void aRecordThatWouldBeAnEmptyLineIsRefused() throws Exception {
        assertThatThrownBy(() -> Rows.write(
                        CsvFormat.standard().withNullLiteral("").<String>write((value, cells) -> cells.addNull()), "x"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be written as an empty line");
        assertThat(Rows.write(CsvFormat.standard().<String>write((value, cells) -> cells.add(value)), ""))
                .isEqualTo("\"\"\n");
        assertThatThrownBy(() -> Rows.write(
                        CsvFormat.standard().withoutNullLiteral().<String>write((value, cells) -> cells.addNull()),
                        "x"))
                .hasMessageContaining("has no text for NULL");
    }

    @Test
    void aHeaderMustHaveTheColumnsThatTheFormatNames() {
        ReadFormat<String> format =
                CsvFormat.standard().withHeader().withColumns("name").read(row -> row.string("name"));
        assertThatThrownBy(() -> Rows.read(format, "id,value", "1,2"))
                .isInstanceOf(MalformedFieldException.class)
                .hasMessage("the header has no column name; it has: id, value");
    }
}
