package io.tidemark.it.jobs;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.csv.CsvFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sums by window over the lines of files that grow while they are read: each line is a timestamp in milliseconds. A file is a
 * split.
 */
public final class FollowedFiles {
    private FollowedFiles() {}

    /**
     * A file and how far it was read.
     *
     * @param path its path
     * @param position of the next line
     */
    public record FileAt(String path, long position) implements SourceSplit {
        @Override
        public String splitId() {
            return Path.of(path).getFileName().toString();
        }
    }

    /** Follows the files of a directory. */
    public static final class Following implements Source<Long, FileAt> {
        private static final long serialVersionUID = 1L;

        private final String directory;

        /** @param directory of the files, which are there */
        public Following(String directory) {
            this.directory = directory;
        }

        @Override
        public Boundedness boundedness() {
            return Boundedness.UNBOUNDED;
        }

        @Override
        public List<FileAt> enumerateSplits(int parallelism) throws IOException {
            try (Stream<Path> files = Files.list(Path.of(directory))) {
                return files.sorted()
                        .map(file -> new FileAt(file.toString(), 0))
                        .toList();
            }
        }

        @Override
        public SourceReader<Long, FileAt> createReader(SourceReaderContext context) {
            return new Reader();
        }

        @Override
        public TypeSerializer<FileAt> splitSerializer() {
            return TypeInformation.of(FileAt.class).createSerializer();
        }

        @Override
        public TypeInformation<Long> recordType() {
            return TypeInformation.of(Long.class);
        }
    }

    /** Reads the whole lines that are there. */
    private static final class Reader implements SourceReader<Long, FileAt> {
        private final List<FileAt> files = new ArrayList<>();

        @Override
        public void addSplits(List<FileAt> splits) {
            files.addAll(splits);
        }

        @Override
        public ReadStatus poll(ReaderOutput<Long> output) throws IOException {
            boolean any = false;
            for (int i = 0; i < files.size(); i++) {
                FileAt file = files.get(i);
                ReaderOutput.SplitOutput<Long> split = output.split(file.splitId());
                try (RandomAccessFile lines = new RandomAccessFile(file.path(), "r")) {
                    lines.seek(file.position());
                    byte[] bytes = new byte[(int) Math.min(4096, lines.length() - file.position())];
                    lines.readFully(bytes);
                    int from = 0;
                    for (int at = 0; at < bytes.length; at++) {
                        if (bytes[at] == '\n') {
                            split.collect(Long.parseLong(new String(bytes, from, at - from)));
                            from = at + 1;
                            any = true;
                        }
                    }
                    files.set(i, new FileAt(file.path(), file.position() + from));
                }
            }
            return any ? ReadStatus.MORE : ReadStatus.NOTHING_NOW;
        }

        @Override
        public List<FileAt> snapshot() {
            return List.copyOf(files);
        }

        @Override
        public void close() {}
    }

    /** @param args the directory of the files, the directory of the results */
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSource(
                        new Following(args[0]),
                        WatermarkStrategy.<Long>forBoundedOutOfOrderness(Duration.ofMillis(500))
                                .withTimestampAssigner((time, previous) -> time),
                        "readings")
                .uid("readings")
                .keyBy(time -> time % 10)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                .reduce(Long::sum)
                .name("window-sum")
                .uid("window-sum")
                .sinkTo(FileSink.to(Path.of(args[1]), CsvFormat.standard().<Long>write((sum, cells) -> cells.add(sum))))
                .name("sums");
        env.execute("followed files");
    }
}
