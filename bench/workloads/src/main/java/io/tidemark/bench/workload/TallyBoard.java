package io.tidemark.bench.workload;

/** Where the sinks of this process leave what they counted, each once it has seen its last record. Thread-safe. */
public final class TallyBoard {
    private static Tally total = Tally.NOTHING;

    private TallyBoard() {}

    public static synchronized void add(Tally part) {
        total = total.plus(part);
    }

    /** What has come in since the last time, which is forgotten. */
    public static synchronized Tally take() {
        Tally taken = total;
        total = Tally.NOTHING;
        return taken;
    }
}
