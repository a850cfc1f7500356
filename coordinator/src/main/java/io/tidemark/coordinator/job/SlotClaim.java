package io.tidemark.coordinator.job;

/** The slots of the cluster, as this job has asked for them. */
final class SlotClaim {
    private final JobRun run;
    private boolean held;
    private String shortage = "";

    SlotClaim(JobRun run) {
        this.run = run;
    }

    /** Gives back what there is and asks for as many as the job is to run with. */
    void request() {
        held = true;
        shortage = "";
        run.emit(new Effect.RequestSlots(run.graph().slotsNeeded()));
    }

    void release() {
        if (held) {
            held = false;
            run.emit(new Effect.ReleaseSlots());
        }
    }

    void granted() {
        shortage = "";
    }

    void isShort(String text) {
        if (!text.equals(shortage)) {
            shortage = text;
            run.note(text);
        }
    }

    /** How many there are too few of, in words; empty when nobody has said so. */
    String shortage() {
        return shortage;
    }
}
