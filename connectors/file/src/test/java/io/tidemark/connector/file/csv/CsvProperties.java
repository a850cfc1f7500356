package io.tidemark.connector.file.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connector.file.format.ByteSink;
import io.tidemark.connector.file.format.MalformedFieldException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;

class CsvProperties {
    /** The quote mode makes the quoted word NULL a string when it is read. */
    private static final CSVFormat ORACLE = CSVFormat.RFC4180
            .builder()
            .setRecordSeparator("\n")
            .setNullString("NULL")
            .setQuoteMode(QuoteMode.ALL_NON_NULL)
            .get();

    @Provide
    Arbitrary<List<String>> cells() {
        Arbitrary<String> cell = Arbitraries.oneOf(
                Arbitraries.strings()
                        .withChars('a', 'ä', '€', '"', ',', ' ', '\t', ';')
                        .ofMaxLength(6),
                Arbitraries.of("NULL", "", "null", "12", "-1.5"));
        return cell.injectNull(0.1).list().ofMinSize(1).ofMaxSize(8);
    }

    private static List<String> strings(CsvRow row) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            cells.add(row.string(i));
        }
        return cells;
    }

    @Property
    void whatTheLibraryWritesIsReadAlike(@ForAll("cells") List<String> cells) throws IOException {
        String line = ORACLE.format(cells.toArray());
        assertThat(strings(Rows.row(line))).isEqualTo(cells);
    }

    @Property
    void whatIsWrittenTheLibraryReadsAlike(@ForAll("cells") List<String> cells) throws Exception {
        String text =
                Rows.write(CsvFormat.standard().<List<String>>write((value, out) -> value.forEach(out::add)), cells);
        List<CSVRecord> records = ORACLE.parse(new StringReader(text)).getRecords();
        assertThat(records).hasSize(1);
        assertThat(records.get(0).toList()).isEqualTo(cells);
    }

    @Property
    void whatIsWrittenIsReadBack(@ForAll("cells") List<String> cells) throws Exception {
        String text =
                Rows.write(CsvFormat.standard().<List<String>>write((value, out) -> value.forEach(out::add)), cells);
        assertThat(text).endsWith("\n");
        assertThat(strings(Rows.row(text.substring(0, text.length() - 1)))).isEqualTo(cells);
    }

    /** Where the library and we both take a text, we take it alike; where we refuse one, so does it. */
    @Property
    void anyLineIsSplitAsTheLibrarySplitsIt(@ForAll("lines") String line) throws IOException {
        List<String> expected;
        try {
            expected = ORACLE.parse(new StringReader(line)).getRecords().get(0).toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            expected = null;
        }
        List<String> found;
        try {
            found = strings(Rows.row(line));
        } catch (MalformedFieldException e) {
            found = null;
        }
        // Blanks after a closing quote the library overlooks; RFC 4180 does not know them.
        if (found != null || !line.matches(".*\"[ \t]+(,.*|$)")) {
            assertThat(found).isEqualTo(expected);
        }
    }

    @Provide
    Arbitrary<String> lines() {
        return Arbitraries.strings()
                .withChars('a', '"', ',', ' ')
                .ofMinLength(1)
                .ofMaxLength(10);
    }

    @Property
    void longsAreReadAsJavaReadsThem(@ForAll long value) {
        assertThat(Rows.row("x," + value).longValue(1)).isEqualTo(value);
        ByteSink out = new ByteSink(1);
        out.writeDecimal(value);
        assertThat(text(out)).isEqualTo(Long.toString(value));
    }

    @Property
    void textIsALongOnlyIfItIsOneToJava(@ForAll("numbers") String text) {
        Long expected;
        try {
            expected = Long.valueOf(text.trim());
        } catch (NumberFormatException e) {
            expected = null;
        }
        Long found;
        try {
            found = Rows.row(text).longValue(0);
        } catch (MalformedFieldException e) {
            found = null;
        }
        assertThat(found).isEqualTo(expected);
    }

    @Property
    void textIsADoubleOnlyIfItIsOneToJava(@ForAll("numbers") String text) {
        Double expected;
        try {
            expected = Double.valueOf(text.trim());
        } catch (NumberFormatException e) {
            expected = null;
        }
        Double found;
        try {
            found = Rows.row(text).doubleValue(0);
        } catch (MalformedFieldException e) {
            found = null;
        }
        assertThat(found).isEqualTo(expected);
    }

    @Provide
    Arbitrary<String> numbers() {
        return Arbitraries.strings().withChars("0123456789.-+e ").ofMinLength(1).ofMaxLength(24);
    }

    @Property
    void doublesAreReadAsJavaReadsThem(@ForAll double value, @ForAll @IntRange(min = 0, max = 12) int digits) {
        assertThat(Rows.row(Double.toString(value)).doubleValue(0)).isEqualTo(value);
        String plain = String.format(java.util.Locale.ROOT, "%." + digits + "f", value % 1e6);
        assertThat(Rows.row(plain).doubleValue(0)).isEqualTo(Double.parseDouble(plain));
    }

    private static final long YEAR_0 = -62_167_219_200_000L;
    private static final long YEAR_9999_END = 253_402_300_799_999L;

    @Property
    void timestampsAreWrittenAndReadAsJavaDoes(@ForAll @LongRange(min = YEAR_0, max = YEAR_9999_END) long ms) {
        ByteSink out = new ByteSink(1);
        TimestampText.write(ms, out);
        String text = text(out);
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(ms), ZoneOffset.UTC);
        assertThat(text).isEqualTo(time.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS")));
        assertThat(Rows.row(text).timestampMs(0)).isEqualTo(ms);
        assertThat(Rows.row(text).timestamp(0)).isEqualTo(time);
        assertThat(Rows.row(text.replace(' ', 'T')).timestampMs(0)).isEqualTo(ms);
    }

    @Property
    void aTimestampKeepsTheDigitsOfItsSecondThatItNeeds(@ForAll @IntRange(min = 0, max = 999_999_999) int nanos) {
        LocalDateTime time = LocalDateTime.of(2026, 1, 5, 12, 0).plusNanos(nanos);
        ByteSink out = new ByteSink(1);
        TimestampText.writeTime(time.toLocalTime(), out);
        assertThat(LocalTime.parse(text(out))).isEqualTo(time.toLocalTime());
        assertThat(Rows.row("2026-01-05 " + text(out)).timestamp(0)).isEqualTo(time);
    }

    @Property
    void textIsATimestampOnlyIfItIsOneToJava(@ForAll("times") String text) {
        LocalDateTime expected;
        try {
            expected = LocalDateTime.parse(text.replace(' ', 'T'));
        } catch (java.time.DateTimeException e) {
            expected = null;
        }
        LocalDateTime found;
        try {
            found = Rows.row(text).timestamp(0);
        } catch (MalformedFieldException e) {
            found = null;
        }
        assertThat(found).isEqualTo(expected);
    }

    @Provide
    Arbitrary<String> times() {
        Arbitrary<Integer> year = Arbitraries.of(0, 1899, 1900, 2000, 2023, 2024, 9999);
        Arbitrary<Integer> two = Arbitraries.integers().between(0, 62);
        Arbitrary<String> fraction = Arbitraries.of("", ".0", ".5", ".123", ".123456789", ".1x");
        return net.jqwik.api.Combinators.combine(
                        year, two.map(n -> n % 14), two.map(n -> n % 33), two, two, two, fraction)
                .as((y, mo, d, h, mi, s, f) ->
                        String.format("%04d-%02d-%02d %02d:%02d:%02d%s", y, mo, d, h % 26, mi, s, f));
    }

    private static String text(ByteSink out) {
        return new String(out.array(), 0, out.size(), StandardCharsets.UTF_8);
    }
}
