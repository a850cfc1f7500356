package io.tidemark.worker.chain;

/**
 * A source reader's place in a group of readers that hear of each other's progress through the coordinator. Both sides only
 * ever see the latest word of the other: the task's thread says where the reader stands and reads what was announced, the one
 * that speaks with the coordinator does the opposite.
 */
public final class GroupMember {
    /**
     * Where a reader stands.
     *
     * @param watermark its last; {@link Long#MIN_VALUE} for none
     * @param ended whether no record will follow
     */
    public record Progress(long watermark, boolean idle, boolean ended) {}

    /**
     * Where the group stands.
     *
     * @param leastWatermark over the members that are neither idle nor ended; {@link Long#MAX_VALUE} when there are none
     * @param allIdle whether every member there is has been heard of, and all are idle or have ended
     */
    public record Announcement(long leastWatermark, boolean allIdle) {}

    private final String group;
    private volatile Progress progress;
    private volatile Announcement announced = new Announcement(Long.MAX_VALUE, false);

    /** @param group its name; empty for the readers of one source */
    public GroupMember(String group) {
        this.group = group;
    }

    public String group() {
        return group;
    }

    /** On the task's thread. */
    public void report(Progress now) {
        progress = now;
    }

    /** The latest report; null before the first. */
    public Progress progress() {
        return progress;
    }

    /** What the coordinator says of the group. */
    public void announce(Announcement now) {
        announced = now;
    }

    /** The latest announcement; one without limits before the first. */
    public Announcement announced() {
        return announced;
    }
}
