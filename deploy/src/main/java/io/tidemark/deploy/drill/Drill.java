package io.tidemark.deploy.drill;

/** One kind of failure, done to a running job. Stateless. */
public interface Drill {
    /** As people type it. */
    String name();

    /** What is done, in a sentence without a full stop. */
    String sentence();

    /** Whether it can be done to any job; else only to the one with numbered records. */
    boolean suitsAnyJob();

    /**
     * Does it: starts a cluster, has the job run, disturbs it, and ends with {@link Scene#finish}.
     *
     * @throws io.tidemark.deploy.error.UserError when something does not happen that should
     */
    void run(Scene scene) throws InterruptedException;
}
