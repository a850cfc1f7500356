package io.tidemark.deploy.drill.stage;

import io.tidemark.deploy.drill.check.CommittedFiles;
import io.tidemark.deploy.drill.check.Findings;
import io.tidemark.network.proto.SubmitHeader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** The job that is drilled: how it is run, how its progress is seen from outside, and what its results should be. */
public interface Subject {
    /** The job's jar. */
    Path jar();

    /** How it is submitted, without id and source of its state. */
    SubmitHeader.Builder header();

    /**
     * The job's next version, which goes on with its state and its results; empty when there is none. To be called when this
     * one has been stopped.
     *
     * @param nowMs before it begins
     */
    Optional<Subject> nextVersion(long nowMs);

    /** Whether the job has come to hold what it is to hold when it is disturbed. */
    boolean isLoaded();

    /** Called when all is done to the job that is to be done. */
    void letItEnd();

    /**
     * What has been seen of the job's progress up to now.
     *
     * @param atMs the moment from which times are counted
     */
    Mark mark(long atMs);

    /** What the job has committed. */
    CommittedFiles committed();

    /** Whether something is committed that had not been worked on at the mark. */
    boolean hasCommittedSince(Mark mark);

    /** When the job first had a result that it had not had at the mark; empty when it never stood still, or cannot tell. */
    OptionalLong newResultMs(Mark mark);

    /** How many records were read more than once; empty when nobody can tell. */
    Optional<Long> replayed();

    /** Compares what is committed with what is right, when the job has ended. */
    Findings check(DrillJob job);

    /**
     * A moment.
     *
     * @param highest what had been worked on, as the subject counts it
     * @param files how many files had been committed
     */
    record Mark(long atMs, long highest, long files) {}
}
