package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.connector.ConnectorException;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.connector.file.csv.CsvFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSinkTest {
    @TempDir
    Path root;

    private Path out() {
        return root.resolve("out");
    }

    private FileSink<String> sink() {
        return FileSink.to(out(), CsvFormat.standard().write((value, cells) -> cells.add(value)));
    }

    private SinkWriter<String> writer(int attempt, boolean isRestored) throws Exception {
        return sink().createWriter(new Fakes.Context("job", 0, 1, attempt, isRestored));
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(out())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aFileAppearsWholeWhenItsCheckpointIsComplete() throws Exception {
        SinkWriter<String> writer = writer(1, false);
        writer.write("a", 0);
        writer.write("b", 0);
        List<Object> committables = writer.prepareCommit(7);
        assertThat(names()).containsExactly(".part-0-job-1-0.csv");
        writer.commit(committables);
        assertThat(names()).containsExactly("part-0-job-7.csv");
        assertThat(out().resolve("part-0-job-7.csv")).hasContent("a\nb\n");
    }

    @Test
    void aCommittableIsOnDiskBeforeItIsHandedOverAndARenamingBeforeACommitReturns() throws Exception {
        List<Long> forcedBytes = new ArrayList<>();
        SinkWriter<String> writer =
                sink().createWriter(new Fakes.Context(), channel -> forcedBytes.add(sizeOf(channel)));
        writer.write("a", 0);
        writer.write("b", 0);
        List<Object> committables = writer.prepareCommit(7);
        assertThat(forcedBytes).containsExactly(4L, DIRECTORY);
        writer.commit(committables);
        assertThat(forcedBytes).containsExactly(4L, DIRECTORY, DIRECTORY);
    }

    private static final long DIRECTORY = -1;

    private static long sizeOf(FileChannel channel) throws IOException {
        try {
            channel.read(ByteBuffer.allocate(0));
            return DIRECTORY;
        } catch (NonReadableChannelException e) {
            // Files are open for writing, directories for reading.
            return channel.size();
        }
    }

    @Test
    void anIntervalWithoutRecordsMakesNoFileAndNoCommittable() throws Exception {
        SinkWriter<String> writer = writer(1, false);
        assertThat(writer.prepareCommit(1)).isEmpty();
        assertThat(writer.prepareCommit(2)).isEmpty();
        writer.commit(List.of());
        assertThat(names()).isEmpty();
    }

    @Test
    void aCommitMayBeRepeated() throws Exception {
        SinkWriter<String> writer = writer(1, false);
        writer.write("a", 0);
        List<Object> committables = writer.prepareCommit(1);
        writer.commit(committables);
        writer.commit(committables);
        assertThat(names()).containsExactly("part-0-job-1.csv");
    }

    @Test
    void committablesGoThroughTheirSerializer() throws Exception {
        SinkWriter<String> writer = writer(1, false);
        writer.write("a", 0);
        @SuppressWarnings("unchecked")
        var serializer = (io.tidemark.api.type.TypeSerializer<Object>) sink().committableSerializer();
        List<Object> restored = Fakes.throughBytes(writer.prepareCommit(1), serializer);
        writer(2, true).commit(restored);
        assertThat(names()).containsExactly("part-0-job-1.csv");
    }

    @Test
    void rowsThatWouldBeLostAreAnErrorUnlessFinishedFilesMayMove() throws Exception {
        SinkWriter<String> writer = writer(1, false);
        writer.write("a", 0);
        List<Object> committables = writer.prepareCommit(1);
        writer.commit(committables);
        Files.delete(out().resolve("part-0-job-1.csv"));
        assertThatThrownBy(() -> writer.commit(committables))
                .isInstanceOf(ConnectorException.class)
                .hasMessageStartingWith("rows would be lost: neither ");
        sink().committedFilesMayMove()
                .createWriter(new Fakes.Context("job", 0, 1, 2, true))
                .commit(committables);
    }

    @Test
    void aFileOfSomebodyElseIsNeverOverwritten() throws Exception {
        SinkWriter<String> writer = writer(1, false);
        writer.write("a", 0);
        List<Object> committables = writer.prepareCommit(1);
        Files.writeString(out().resolve("part-0-job-1.csv"), "precious");
        assertThatThrownBy(() -> writer.commit(committables))
                .isInstanceOf(ConnectorException.class)
                .hasMessageContaining("which this job did not write");
        assertThat(out().resolve("part-0-job-1.csv")).hasContent("precious");
    }

    @Test
    void leftoversOfEarlierAttemptsAreRemovedAtTheFirstBarrierAndNothingElse() throws Exception {
        Files.createDirectories(out());
        List<String> others = List.of(
                ".part-0-other-1-0.csv", // another job's
                ".part-1-job-1-0.csv", // another subtask's
                ".part-0-job-3-0.csv", // this attempt's
                ".part-0-job-4-0.csv", // a later attempt's: this one is out of date
                "part-0-job-1.csv", // committed
                ".part-0-job-1-0.json", // another sink's
                ".hidden",
                "data.csv");
        List<String> leftovers = List.of(".part-0-job-1-0.csv", ".part-0-job-2-17.csv", ".part-2-job-2-1.csv");
        for (String name : others) {
            Files.writeString(out().resolve(name), "x");
        }
        for (String name : leftovers) {
            Files.writeString(out().resolve(name), "x");
        }
        SinkWriter<String> writer = sink().createWriter(new Fakes.Context("job", 0, 2, 3, true));
        assertThat(names()).hasSize(others.size() + leftovers.size());
        writer.discardLeftovers();
        assertThat(names()).hasSize(others.size() + leftovers.size());
        writer.prepareCommit(1);
        assertThat(names()).containsExactlyInAnyOrderElementsOf(others);
    }

    @Test
    void aFileThatAnotherSubtaskHasYetToCommitAfterARescaleIsLeftAlone() throws Exception {
        SinkWriter<String> third = sink().createWriter(new Fakes.Context("job", 2, 4, 1, false));
        third.write("a", 0);
        List<Object> committables = third.prepareCommit(1);
        SinkWriter<String> first = sink().createWriter(new Fakes.Context("job", 0, 2, 2, true));
        SinkWriter<String> second = sink().createWriter(new Fakes.Context("job", 1, 2, 2, true));
        first.discardLeftovers();
        second.commit(committables);
        second.discardLeftovers();
        first.prepareCommit(2);
        assertThat(names()).containsExactly("part-2-job-1.csv");
    }

    @Test
    void aWriterThatStartsWithoutACheckpointRemovesLeftoversAtOnce() throws Exception {
        SinkWriter<String> first = writer(1, false);
        first.write("a", 0);
        first.prepareCommit(1);
        writer(2, false);
        assertThat(names()).isEmpty();
    }

    @Test
    void closingThrowsAwayWhatNoBarrierHasSeen() throws Exception {
        SinkWriter<String> writer = writer(1, false);
        writer.write("a", 0);
        writer.prepareCommit(1);
        writer.write("b", 0);
        assertThat(names()).containsExactly(".part-0-job-1-0.csv", ".part-0-job-1-1.csv");
        writer.close();
        assertThat(names()).containsExactly(".part-0-job-1-0.csv");
    }

    @Test
    void everyFileBeginsWithTheHeader() throws Exception {
        FileSink<String> sink = FileSink.to(
                out(), CsvFormat.standard().withHeader().withColumns("name").write((value, cells) -> cells.add(value)));
        SinkWriter<String> writer = sink.createWriter(new Fakes.Context());
        writer.write("a", 0);
        List<Object> first = writer.prepareCommit(1);
        writer.write("b", 0);
        List<Object> second = writer.prepareCommit(2);
        writer.commit(first);
        writer.commit(second);
        assertThat(out().resolve("part-0-job-1.csv")).hasContent("name\na\n");
        assertThat(out().resolve("part-0-job-2.csv")).hasContent("name\nb\n");
    }

    @Test
    void aDirectoryThatCannotBeIsNamed() throws Exception {
        Files.writeString(out(), "a file");
        assertThatThrownBy(() -> sink().validate())
                .isInstanceOf(ConnectorException.class)
                .hasMessage(out() + " is a file, and the sink needs a directory");
        FileSink<String> below =
                FileSink.to(out().resolve("below"), CsvFormat.standard().write((value, cells) -> cells.add(value)));
        assertThatThrownBy(() -> below.createWriter(new Fakes.Context()))
                .isInstanceOf(ConnectorException.class)
                .hasMessageStartingWith("the directory " + out() + "/below cannot be made");
    }

    @Test
    void moreThanABufferIsWrittenWhole() throws Exception {
        SinkWriter<String> writer = writer(1, false);
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            writer.write("record " + i, 0);
            expected.append("record ").append(i).append('\n');
        }
        writer.commit(writer.prepareCommit(1));
        assertThat(Files.readString(out().resolve("part-0-job-1.csv"))).isEqualTo(expected.toString());
    }
}
