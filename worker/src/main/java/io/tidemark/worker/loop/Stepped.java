package io.tidemark.worker.loop;

/** A unit of work that is stepped by one thread at a time. */
public interface Stepped {
    /**
     * Does a bounded bit of work and never blocks on purpose.
     *
     * @return whether it made progress; when no unit of a loop does, the loop rests for a moment
     */
    boolean step();

    /** Whether it will never have anything to do again, so that it can be let go. */
    boolean isDone();
}
