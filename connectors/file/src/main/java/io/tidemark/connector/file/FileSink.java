package io.tidemark.connector.file;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.connector.file.format.WriteFormat;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Writes files into a directory, each record exactly once over failures. Immutable.
 *
 * <pre>{@code
 * totals.sinkTo(FileSink.to("totals", CsvFormat.standard().withHeader().write(Total.class)));
 * }</pre>
 *
 * <p>Each subtask writes one file a checkpoint, none when it had no records: {@code part-SUBTASK-JOB-CHECKPOINT.csv}. The
 * file appears, whole, when the checkpoint is complete; until then its name begins with a dot. So whoever reads {@code
 * part-*} reads every record once, and with a delay of one checkpoint. A bounded job commits the rest with its final
 * checkpoint. Pending files that a crash left behind are removed by the job's next attempt; those of a job that was
 * cancelled or failed for good stay, and may be deleted.
 *
 * <p>The directory is made when it is not there, must be the same for all workers, and may hold other files, those of other
 * jobs included: a job that is submitted again adds its files to the first one's. A relative path is taken from the
 * directory of the process that plans the job.
 *
 * @param <T> record type
 */
public final class FileSink<T> implements Sink<T> {
    private static final long serialVersionUID = 1L;

    private final String directory;
    private final WriteFormat<T> format;
    private final boolean committedFilesMayMove;

    private FileSink(String directory, WriteFormat<T> format, boolean committedFilesMayMove) {
        this.directory = directory;
        this.format = format;
        this.committedFilesMayMove = committedFilesMayMove;
    }

    /** A sink that writes into this directory. */
    public static <T> FileSink<T> to(String directory, WriteFormat<T> format) {
        String absolute = Path.of(directory).toAbsolutePath().normalize().toString();
        return new FileSink<>(absolute, Objects.requireNonNull(format), false);
    }

    /** See {@link #to(String, WriteFormat)}. */
    public static <T> FileSink<T> to(Path directory, WriteFormat<T> format) {
        return to(directory.toString(), format);
    }

    /**
     * Somebody takes finished files out of the directory, or renames them, while the job runs. After a failure the sink then
     * does not insist on finding the files of the last checkpoint, which it may have finished before.
     */
    public FileSink<T> committedFilesMayMove() {
        return new FileSink<>(directory, format, true);
    }

    @Override
    public void validate() {
        new Directory(Path.of(directory), Durability.FSYNC).check();
    }

    @Override
    public SinkWriter<T> createWriter(SinkContext context) throws Exception {
        return createWriter(context, Durability.FSYNC);
    }

    SinkWriter<T> createWriter(SinkContext context, Durability durability) throws Exception {
        Directory target = new Directory(Path.of(directory), durability);
        target.create();
        PartNames names = new PartNames(
                context.jobId(), context.subtask(), context.parallelism(), context.attempt(), format.extension());
        FileSinkWriter<T> writer = new FileSinkWriter<>(target, names, format.createEncoder(), committedFilesMayMove);
        if (!context.isRestored()) {
            // No checkpoint knows of any file yet.
            writer.removeLeftovers();
        }
        return writer;
    }

    @Override
    public TypeSerializer<?> committableSerializer() {
        return TypeInformation.of(FileCommittable.class).createSerializer();
    }

    @Override
    public String toString() {
        return "FileSink(" + directory + ")";
    }
}
