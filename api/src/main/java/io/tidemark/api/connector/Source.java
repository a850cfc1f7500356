package io.tidemark.api.connector;

import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.WatermarkDeclarable;
import java.io.Serializable;
import java.util.List;

/**
 * Where records come from. Serialised into the plan.
 *
 * @param <T> record type
 * @param <S> split type
 */
public interface Source<T, S extends SourceSplit> extends Serializable, WatermarkDeclarable {
    Boundedness boundedness();

    /**
     * Finds the splits. Called once, in the enumerator's task, on a fresh start; after a restore the
     * remembered splits are used instead.
     *
     * @param parallelism number of readers
     * @throws Exception fails the job with this cause, e.g. a file that does not exist
     */
    List<S> enumerateSplits(int parallelism) throws Exception;

    SourceReader<T, S> createReader(SourceReaderContext context) throws Exception;

    TypeSerializer<S> splitSerializer();

    /**
     * Whether a reader takes its splits up one after another, as files that follow each other in time. Such a split counts
     * for event time from the moment the reader first asks for its output ({@link ReaderOutput#split}); any other one from
     * the moment it is added, so that event time waits for its records.
     */
    default boolean readsSplitsInSequence() {
        return false;
    }

    /**
     * The type of the records, when the source knows it better than its class says; null to find it by reflection.
     *
     * @throws io.tidemark.api.type.InvalidTypesException when it should be known and is not, saying what to write
     */
    default TypeInformation<T> recordType() {
        return null;
    }

    /** A quick look at plan time that refuses what cannot work (a missing file), naming it. Optional. */
    default void validate() {}
}
