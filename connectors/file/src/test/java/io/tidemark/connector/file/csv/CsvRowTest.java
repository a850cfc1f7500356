package io.tidemark.connector.file.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connector.file.format.MalformedFieldException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class CsvRowTest {

    private static void assertMalformed(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(MalformedFieldException.class).hasMessage(message);
    }

    @Test
    void cellsAreReadAsWhatTheyAreAskedFor() {
        CsvRow row =
                Rows.row("x,-12,9223372036854775807,-0.25,TRUE,1.10,2026-01-05,12:34:56.789,2026-01-05 12:34:56.789");
        assertThat(row.size()).isEqualTo(9);
        assertThat(row.string(0)).isEqualTo("x");
        assertThat(row.intValue(1)).isEqualTo(-12);
        assertThat(row.longValue(2)).isEqualTo(Long.MAX_VALUE);
        assertThat(row.doubleValue(3)).isEqualTo(-0.25);
        assertThat(row.booleanValue(4)).isTrue();
        assertThat(row.decimal(5)).isEqualTo(new BigDecimal("1.10"));
        assertThat(row.date(6)).isEqualTo(LocalDate.of(2026, 1, 5));
        assertThat(row.time(7)).isEqualTo(LocalTime.of(12, 34, 56, 789_000_000));
        assertThat(row.timestamp(8)).isEqualTo(LocalDateTime.of(2026, 1, 5, 12, 34, 56, 789_000_000));
        assertThat(row.timestampMs(8)).isEqualTo(1_767_616_496_789L);
        assertThat(row)
                .hasToString(
                        "x,-12,9223372036854775807,-0.25,TRUE,1.10,2026-01-05,12:34:56.789,2026-01-05 12:34:56.789");
    }

    @Test
    void blanksAroundANumberDoNotMatterAndAroundAStringTheyDo() {
        CsvRow row = Rows.row(" 1 , 2.5 , a , true , 2026-01-05 00:00:00 ,\"7\",\" 8 \"");
        assertThat(row.intValue(0)).isEqualTo(1);
        assertThat(row.longValue(0)).isEqualTo(1);
        assertThat(row.doubleValue(1)).isEqualTo(2.5);
        assertThat(row.string(2)).isEqualTo(" a ");
        assertThat(row.booleanValue(3)).isTrue();
        assertThat(row.timestamp(4)).isEqualTo(LocalDateTime.of(2026, 1, 5, 0, 0));
        assertThat(row.longValue(5)).isEqualTo(7);
        assertThat(row.longValue(6)).isEqualTo(8);
    }

    @Test
    void theUnquotedWordIsNullAndTheQuotedOneIsNot() {
        CsvRow row = Rows.row("NULL,\"NULL\",,\"\",null");
        assertThat(row.isNull(0)).isTrue();
        assertThat(row.string(0)).isNull();
        assertThat(row.decimal(0)).isNull();
        assertThat(row.date(0)).isNull();
        assertThat(row.time(0)).isNull();
        assertThat(row.timestamp(0)).isNull();
        assertThat(row.string(1)).isEqualTo("NULL");
        assertThat(row.string(2)).isEmpty();
        assertThat(row.string(3)).isEmpty();
        assertThat(row.string(4)).isEqualTo("null");
        assertMalformed(() -> row.longValue(0), "column 1: NULL is not a BIGINT");
        assertMalformed(() -> row.timestampMs(0), "column 1: NULL is not a TIMESTAMP (yyyy-MM-dd HH:mm:ss[.SSS])");
        assertMalformed(() -> row.booleanValue(0), "column 1: NULL is not a BOOLEAN (true or false)");
    }

    @Test
    void theWordForNullCanBeAnotherOrNone() {
        CsvFormat empty = CsvFormat.standard().withNullLiteral("");
        assertThat(Rows.row(empty, ",\"\",NULL").isNull(0)).isTrue();
        assertThat(Rows.row(empty, ",\"\",NULL").string(1)).isEmpty();
        assertThat(Rows.row(empty, ",\"\",NULL").string(2)).isEqualTo("NULL");
        assertThat(Rows.row(CsvFormat.standard().withoutNullLiteral(), "NULL").string(0))
                .isEqualTo("NULL");
    }

    @Test
    void aCellThatIsNotWhatItIsAskedForIsNamedByColumnAndValue() {
        CsvRow row = Rows.row(CsvFormat.standard().withColumns("sensor", "reading"), "x,3000000000");
        assertMalformed(() -> row.longValue(0), "column 1 (sensor): 'x' is not a BIGINT");
        assertMalformed(() -> row.intValue("reading"), "column 2 (reading): '3000000000' is not an INT");
        assertMalformed(() -> row.doubleValue(0), "column 1 (sensor): 'x' is not a DOUBLE");
        assertMalformed(() -> row.booleanValue(0), "column 1 (sensor): 'x' is not a BOOLEAN (true or false)");
        assertMalformed(() -> row.decimal(0), "column 1 (sensor): 'x' is not a DECIMAL");
        assertMalformed(() -> row.date(0), "column 1 (sensor): 'x' is not a DATE (yyyy-MM-dd)");
        assertMalformed(() -> row.time(0), "column 1 (sensor): 'x' is not a TIME (HH:mm:ss[.SSS])");
        assertMalformed(
                () -> row.timestamp(0), "column 1 (sensor): 'x' is not a TIMESTAMP (yyyy-MM-dd HH:mm:ss[.SSS])");
        assertThat(row.malformed("sensor", "one of a, b")).hasMessage("column 1 (sensor): 'x' is not one of a, b");
    }

    @Test
    void anEmptyCellIsNoNumber() {
        assertMalformed(() -> Rows.row(",").longValue(0), "column 1: '' is not a BIGINT");
        assertMalformed(() -> Rows.row(",").doubleValue(0), "column 1: '' is not a DOUBLE");
        assertMalformed(() -> Rows.row("-,").longValue(0), "column 1: '-' is not a BIGINT");
        assertMalformed(() -> Rows.row("-.,").doubleValue(0), "column 1: '-.' is not a DOUBLE");
    }

    @Test
    void aMissingCellIsMalformedAndAnUnknownNameIsAMistake() {
        CsvRow row = Rows.row(CsvFormat.standard().withColumns("a", "b", "c"), "1,2");
        assertMalformed(() -> row.string("c"), "column 3 (c) is missing: the record has only 2 columns (1,2)");
        assertThatThrownBy(() -> row.string("d"))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("there is no column d; there are: a, b, c");
        assertThatThrownBy(() -> row.string(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void quotesMustCloseAndEndTheirCell() {
        assertMalformed(() -> Rows.row("1,\"a"), "column 2: '\"a' is not closed by a quote");
        assertMalformed(
                () -> Rows.row("1,\"a\"b,3"), "column 2: '\"a\"b,3' is not followed by ',' or the end of the line");
        assertThat(Rows.row("a\"b\",c").string(0)).isEqualTo("a\"b\"");
    }

    @Test
    void aDelimiterCannotBePartOfNumbersAndTimes() {
        for (char c : "\" -.:+5a\nä".toCharArray()) {
            assertThatThrownBy(() -> CsvFormat.standard().withDelimiter(c))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Rows.row(CsvFormat.standard().withDelimiter('\t'), "a,b\tc").string(1))
                .isEqualTo("c");
        assertThatThrownBy(() -> CsvFormat.standard().withNullLiteral("a,b"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
