package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.connector.ConnectorException;
import io.tidemark.api.connector.MalformedRecordException;
import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.connector.file.csv.CsvRow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSourceTest {
    @TempDir
    Path directory;

    private Path write(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return file;
    }

    private Path writeCompressed(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private static FileSource<Long> secondColumn(Path path) {
        return FileSource.of(
                path, CsvFormat.standard().withColumns("sensor", "reading").read(row -> row.longValue(1)));
    }

    // ---- what is read

    @Test
    void aMissingFileIsNamedAtPlanTime() {
        Path missing = directory.resolve("missing.csv");
        assertThatThrownBy(() -> FileSource.of(missing, LineFormat.LINES).validate())
                .isInstanceOf(ConnectorException.class)
                .hasMessage("there is no file " + missing);
    }

    @Test
    void aFileWhoseDirectoryIsNotSeenHereIsLeftToTheWorkers() {
        FileSource<String> source = FileSource.of(directory.resolve("elsewhere/a.csv"), LineFormat.LINES);
        source.validate();
        assertThatThrownBy(() -> source.enumerateSplits(1))
                .isInstanceOf(ConnectorException.class)
                .hasMessageContaining("elsewhere/a.csv");
    }

    @Test
    void aDirectoryIsReadInTheOrderOfNamesWithoutHiddenFiles() throws Exception {
        write("in/b", "3\n4\n");
        write("in/a", "1\n2\n");
        write("in/c/d", "5\n");
        write("in/.hidden", "x\n");
        write("in/_temporary/e", "x\n");
        Fakes.Output<String> output = Fakes.readAll(FileSource.of(directory.resolve("in"), LineFormat.LINES));
        assertThat(output.all).containsExactly("1", "2", "3", "4", "5");
        assertThat(output.finished)
                .containsExactly(
                        directory.resolve("in/a").toString(),
                        directory.resolve("in/b").toString(),
                        directory.resolve("in/c/d").toString());
    }

    @Test
    void aGlobIsMatchedAndOneThatMatchesNothingIsAnError() throws Exception {
        write("in/a.csv", "1\n");
        write("in/b.txt", "2\n");
        write("in/c/d.csv", "3\n");
        assertThat(Fakes.readAll(FileSource.of(directory + "/in/*.csv", LineFormat.LINES)).all)
                .containsExactly("1");
        assertThat(Fakes.readAll(FileSource.of(directory + "/in/**.csv", LineFormat.LINES)).all)
                .containsExactly("1", "3");
        assertThatThrownBy(() -> FileSource.of(directory + "/in/*.json", LineFormat.LINES)
                        .enumerateSplits(1))
                .isInstanceOf(ConnectorException.class)
                .hasMessage("no file matches " + directory + "/in/*.json");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstRecord() throws Exception {
        assertThat(Fakes.readAll(FileSource.of(write("a", "\uFEFF1\n2\n"), LineFormat.LINES)).all)
                .containsExactly("1", "2");
        assertThat(Fakes.readAll(FileSource.of(
                                write("b", "\uFEFFname\nx\n"),
                                CsvFormat.standard().withHeader().read(row -> row.string("name"))))
                        .all)
                .containsExactly("x");
    }

    @Test
    void aLineLongerThanTheBufferIsReadWhole() throws Exception {
        String line = "x".repeat(1_000_000);
        assertThat(Fakes.readAll(FileSource.of(write("a", "1\n" + line + "\n2\n"), LineFormat.LINES)).all)
                .containsExactly("1", line, "2");
    }

    @Test
    void aSplitLargerThanAnyFileIsTheWholeFileForOneReader() throws Exception {
        Path file = write("a", "1\n2\n3\n");
        for (long bytes : new long[] {6, 7, Long.MAX_VALUE - 5, Long.MAX_VALUE}) {
            FileSource<String> source = FileSource.of(file, LineFormat.LINES).withSplitBytes(bytes);
            assertThat(source.enumerateSplits(3)).hasSize(1);
            assertThat(Fakes.readAll(source).all).containsExactly("1", "2", "3");
        }
    }

    @Test
    void aFileThatHasBecomeShorterFailsAndOneThatHasGrownIsReadToItsOldEnd() throws Exception {
        Path file = write("a", "1\n2\n3\n");
        FileSource<String> source = FileSource.of(file, LineFormat.LINES);
        List<FileSplit> splits = source.enumerateSplits(1);
        Files.writeString(file, "1\n2\n3\n4\n");
        assertThat(Fakes.read(source, splits, new Fakes.Context()).all).containsExactly("1", "2", "3");

        Files.writeString(file, "1\n");
        assertThatThrownBy(() -> Fakes.read(source, splits, new Fakes.Context()))
                .isInstanceOf(ConnectorException.class)
                .hasMessage(file + " has 2 bytes and had 6 when the job began to read it");
    }

    // ---- splits

    @Test
    void readersTakeEveryOtherRangeOfABigFileAsOneSplitEach() throws Exception {
        Path file = write("a", "0\n1\n2\n3\n4\n5\n6\n7\n");
        FileSource<String> source = FileSource.of(file, LineFormat.LINES).withSplitBytes(4);
        List<FileSplit> splits = source.enumerateSplits(2);
        assertThat(splits).extracting(FileSplit::splitId).containsExactly(file + "#1/2", file + "#2/2");
        List<List<String>> read = new ArrayList<>();
        for (FileSplit split : splits) {
            Fakes.Output<String> output = Fakes.read(source, List.of(split), new Fakes.Context());
            assertThat(output.bySplit).containsOnlyKeys(split.splitId());
            read.add(output.all);
        }
        assertThat(read).containsExactly(List.of("0", "1", "4", "5"), List.of("2", "3", "6", "7"));
    }

    @Test
    void aFileNotLargerThanASplitIsReadByOneReader() throws Exception {
        Path file = write("a", "0\n1\n2\n");
        assertThat(FileSource.of(file, LineFormat.LINES).enumerateSplits(8)).hasSize(1);
        assertThat(FileSource.of(write("empty", ""), LineFormat.LINES).enumerateSplits(8))
                .isEmpty();
    }

    @Test
    void aReaderStopsWhenItsOutputHasNoRoom() throws Exception {
        FileSource<String> source = FileSource.of(write("a", "0\n1\n2\n"), LineFormat.LINES);
        SourceReader<String, FileSplit> reader = source.createReader(new Fakes.Context());
        reader.addSplits(source.enumerateSplits(1));
        Fakes.Output<String> output = new Fakes.Output<>();
        output.room = 2;
        assertThat(reader.poll(output)).isEqualTo(ReadStatus.MORE);
        assertThat(reader.poll(output)).isEqualTo(ReadStatus.MORE);
        assertThat(output.all).containsExactly("0", "1");
    }

    @Test
    void aReaderWithoutSplitsIsDone() throws Exception {
        SourceReader<String, FileSplit> reader =
                FileSource.of(directory, LineFormat.LINES).createReader(new Fakes.Context());
        assertThat(reader.poll(new Fakes.Output<>())).isEqualTo(ReadStatus.DONE);
        assertThat(reader.snapshot()).isEmpty();
    }

    // ---- records that cannot be read

    @Test
    void aMalformedRecordIsNamedByFileLineColumnAndValue() throws Exception {
        Path file = write("readings.csv", "a,1\n\nb,2\r\nc,three\nd,4\n");
        assertThatThrownBy(() -> Fakes.readAll(secondColumn(file)))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessage(file + ", line 4, column 2 (reading): 'three' is not a BIGINT")
                .extracting(e -> ((ConnectorException) e).hint())
                .asString()
                .contains("onMalformed");
    }

    @Test
    void lineNumbersAreThoseOfTheFileInEveryRangeAndInACompressedFile() throws Exception {
        String content = String.join("\n", Collections.nCopies(1000, "a,1")) + "\nb,x\n";
        Path plain = write("a.csv", content);
        FileSource<Long> source = secondColumn(plain).withSplitBytes(100);
        List<FileSplit> splits = source.enumerateSplits(2);
        assertThatThrownBy(() -> Fakes.read(source, splits, new Fakes.Context()))
                .hasMessageContaining("a.csv, line 1001, column 2 (reading): 'x' is not a BIGINT");
        assertThatThrownBy(() -> Fakes.readAll(secondColumn(writeCompressed("a.csv.gz", content))))
                .hasMessageContaining("a.csv.gz, line 1001, column 2");
    }

    @Test
    void malformedRecordsAreDroppedAndCountedWhenAsked() throws Exception {
        Path file = write("readings.csv", "a,1\nb\nc,three\nd,\"4\ne,5\n");
        Fakes.Context context = new Fakes.Context();
        assertThat(Fakes.readAll(secondColumn(file).onMalformed(OnMalformed.DROP), context).all)
                .containsExactly(1L, 5L);
        assertThat(context.counter("malformed-records").get()).isEqualTo(3);
    }

    @Test
    void aRecordThatIsTooLongIsMalformedWhereverTheBufferEnds() throws Exception {
        Path file = write("a", "1\n" + "x".repeat(300_000) + "\n2\n" + "y".repeat(11) + "\n3\n");
        Fakes.Context context = new Fakes.Context();
        FileSource<String> source = FileSource.of(file, LineFormat.LINES).withMaxRecordBytes(10);
        assertThat(Fakes.readAll(source.onMalformed(OnMalformed.DROP), context).all)
                .containsExactly("1", "2", "3");
        assertThat(context.counter("malformed-records").get()).isEqualTo(2);
        assertThatThrownBy(() -> Fakes.readAll(source))
                .hasMessageContaining("line 2, 'xxx")
                .hasMessageContaining("is not a record of at most 10 bytes");
    }

    @Test
    void aQuoteThatIsNeverClosedCostsItsLineOnly() throws Exception {
        Path file = write("a", "1,\"open\n2,b\n3,c\n" + "4,dddddddddddddddd\n".repeat(4));
        Fakes.Context context = new Fakes.Context();
        FileSource<String> source = FileSource.of(
                        file, CsvFormat.standard().withMultiline().read(row -> row.string(0)))
                .withMaxRecordBytes(40)
                .onMalformed(OnMalformed.DROP);
        assertThat(Fakes.readAll(source, context).all).containsExactly("2", "3", "4", "4", "4", "4");
        assertThat(context.counter("malformed-records").get()).isEqualTo(1);
    }

    @Test
    void whatARowFunctionRefusesIsMalformedAndItsBugsFailTheJobEvenWhenDropping() throws Exception {
        Path file = write("a.csv", "1\nx\n3\n");
        Fakes.Context context = new Fakes.Context();
        FileSource<Integer> parsing = FileSource.of(
                        file, CsvFormat.standard().read(row -> Integer.valueOf(row.string(0))))
                .onMalformed(OnMalformed.DROP);
        assertThat(Fakes.readAll(parsing, context).all).containsExactly(1, 3);
        assertThat(context.counter("malformed-records").get()).isEqualTo(1);

        FileSource<String> broken = FileSource.of(file, CsvFormat.standard().read(FileSourceTest::broken))
                .onMalformed(OnMalformed.DROP);
        assertThatThrownBy(() -> Fakes.readAll(broken))
                .isInstanceOf(ConnectorException.class)
                .isNotInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("a.csv, line 2: the record cannot be read: java.lang.NullPointerException");
    }

    private static String broken(CsvRow row) {
        if (row.string(0).equals("x")) {
            throw new NullPointerException("a bug");
        }
        return row.string(0);
    }

    @Test
    void aDamagedCompressedFileIsNamedWithThePlaceUpToWhichItIsSound() throws Exception {
        Path file = writeCompressed("a.gz", "0123456789\n".repeat(100_000));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> Fakes.readAll(FileSource.of(file, LineFormat.LINES)))
                .isInstanceOf(ConnectorException.class)
                .hasMessageStartingWith(file + " is no sound gzip file after byte ");
        Path plain = write("plain.gz", "1\n2\n");
        assertThatThrownBy(() -> Fakes.readAll(FileSource.of(plain, LineFormat.LINES)))
                .isInstanceOf(ConnectorException.class)
                .hasMessageStartingWith(plain + " is no sound gzip file after byte 0");
    }
}
