package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.SourceReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

class FileSourceProperties {
    private Path directory;

    @BeforeProperty
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("file-source");
    }

    @AfterProperty
    void removeDirectory() throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    /** Lines with their ends; the last one may have none. Every line is different, so that order can be told. */
    @Provide
    Arbitrary<String> contents() {
        Arbitrary<String> text = Arbitraries.strings()
                .withChars('a', '"', ',', ' ', 'ä', '€', '\uFEFF')
                .withChars('\t')
                .ofMaxLength(12)
                .map(line -> line.replace("\r", ""));
        Arbitrary<String> end = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(5, Arbitraries.just("\n")), net.jqwik.api.Tuple.of(2, Arbitraries.just("\r\n")));
        Arbitrary<Boolean> isEmpty =
                Arbitraries.frequency(net.jqwik.api.Tuple.of(4, false), net.jqwik.api.Tuple.of(1, true));
        return Combinators.combine(
                        Combinators.combine(text, end, isEmpty)
                                .as(Line::new)
                                .list()
                                .ofMaxSize(40),
                        end,
                        isEmpty)
                .as((lines, unused, endsOpen) -> {
                    StringBuilder content = new StringBuilder();
                    for (int i = 0; i < lines.size(); i++) {
                        Line line = lines.get(i);
                        boolean isOpen = endsOpen && i == lines.size() - 1;
                        content.append(line.isEmpty ? "" : i + line.text).append(isOpen ? "" : line.end);
                    }
                    return content.toString();
                });
    }

    private record Line(String text, String end, boolean isEmpty) {}

    /** Too simple to be wrong. */
    private static List<String> expected(String content) {
        List<String> records = new ArrayList<>();
        for (String line : content.split("\n", -1)) {
            String record = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            if (!record.isEmpty()) {
                records.add(record);
            }
        }
        return records;
    }

    private Path write(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = name.endsWith(".gz")
                ? new GZIPOutputStream(Files.newOutputStream(file))
                : Files.newOutputStream(file)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    @Property(tries = 300)
    void everyRecordIsReadOnceAndInOrderWhateverTheSplitSize(
            @ForAll("contents") String content,
            @ForAll @IntRange(min = 1, max = 50) int splitBytes,
            @ForAll @IntRange(min = 1, max = 4) int readers)
            throws Exception {
        FileSource<String> source =
                FileSource.of(write("lines", content), LineFormat.LINES).withSplitBytes(splitBytes);
        List<String> expected = expected(content);
        List<String> read = new ArrayList<>();
        for (FileSplit split : source.enumerateSplits(readers)) {
            Fakes.Output<String> output = Fakes.read(source, List.of(split), new Fakes.Context());
            assertThat(output.finished).containsExactly(split.splitId());
            assertThat(positions(output.all, expected)).isSorted();
            read.addAll(output.all);
        }
        assertThat(read).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<Integer> positions(List<String> records, List<String> expected) {
        return records.stream().map(expected::indexOf).toList();
    }

    @Property(tries = 300)
    void oneReaderOfAllSplitsReadsTheFileInItsOrder(
            @ForAll("contents") String content,
            @ForAll @IntRange(min = 1, max = 50) int splitBytes,
            @ForAll @IntRange(min = 1, max = 4) int splits)
            throws Exception {
        FileSource<String> source =
                FileSource.of(write("lines", content), LineFormat.LINES).withSplitBytes(splitBytes);
        Fakes.Output<String> output = Fakes.read(source, source.enumerateSplits(splits), new Fakes.Context());
        assertThat(output.all).containsExactlyElementsOf(expected(content));
    }

    @Property(tries = 300)
    void readingGoesOnExactlyWhereASnapshotWasTaken(
            @ForAll("contents") String content,
            @ForAll @IntRange(min = 1, max = 50) int splitBytes,
            @ForAll @IntRange(min = 1, max = 3) int readers,
            @ForAll boolean isCompressed,
            @ForAll boolean hasHeader,
            @ForAll long seed)
            throws Exception {
        Path file = write(isCompressed ? "lines.gz" : "lines", content);
        FileSource<String> source =
                FileSource.of(file, new LineFormat(hasHeader, false)).withSplitBytes(splitBytes);
        List<String> expected = expected(content);
        Random random = new Random(seed);
        List<String> read = new ArrayList<>();
        Map<Integer, List<FileSplit>> byReader = new HashMap<>();
        List<FileSplit> splits = source.enumerateSplits(readers);
        for (int i = 0; i < splits.size(); i++) {
            byReader.computeIfAbsent(i % readers, unused -> new ArrayList<>()).add(splits.get(i));
        }
        for (List<FileSplit> own : byReader.values()) {
            read.addAll(readWithCrashes(source, own, random));
        }
        assertThat(read)
                .containsExactlyInAnyOrderElementsOf(
                        hasHeader && !expected.isEmpty() ? expected.subList(1, expected.size()) : expected);
    }

    /** Reads a few records, then maybe snapshots, maybe crashes: what came after the snapshot is then taken back. */
    private static List<String> readWithCrashes(FileSource<String> source, List<FileSplit> splits, Random random)
            throws Exception {
        List<String> read = new ArrayList<>();
        List<FileSplit> snapshot = splits;
        int readAtSnapshot = 0;
        SourceReader<String, FileSplit> reader = source.createReader(new Fakes.Context());
        reader.addSplits(snapshot);
        while (true) {
            Fakes.Output<String> output = new Fakes.Output<>();
            output.room = random.nextInt(4);
            ReadStatus status = reader.poll(output);
            read.addAll(output.all);
            int dice = random.nextInt(10);
            if (dice < 4) {
                snapshot = Fakes.throughBytes(reader.snapshot(), source.splitSerializer());
                readAtSnapshot = read.size();
            } else if (dice == 4) {
                reader.close();
                reader = source.createReader(new Fakes.Context());
                reader.addSplits(snapshot);
                read.subList(readAtSnapshot, read.size()).clear();
            } else if (status == ReadStatus.DONE) {
                reader.close();
                return read;
            }
        }
    }

    @Property(tries = 300)
    void aRecordMayHaveLineEndsInQuotesWhereTheFormatSaysSo(
            @ForAll("quoted") List<String> cells, @ForAll @IntRange(min = 1, max = 20) int splitBytes)
            throws Exception {
        StringBuilder content = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            String record = i + ",\"" + cells.get(i).replace("\"", "\"\"") + "\"";
            expected.add(record);
            content.append(record).append('\n');
        }
        FileSource<String> source = FileSource.of(write("cells", content.toString()), new LineFormat(false, true))
                .withSplitBytes(splitBytes);
        assertThat(source.enumerateSplits(4)).hasSizeLessThanOrEqualTo(1);
        assertThat(Fakes.readAll(source).all).containsExactlyElementsOf(expected);
    }

    @Provide
    Arbitrary<List<String>> quoted() {
        return Arbitraries.strings()
                .withChars('a', '"', '\n', '\r', ',')
                .ofMaxLength(8)
                .list()
                .ofMaxSize(10);
    }
}
