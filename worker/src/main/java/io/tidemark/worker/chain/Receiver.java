package io.tidemark.worker.chain;

/** Takes the records of one output: a chained operator, an edge to other tasks, or several of these. */
interface Receiver {
    /** Where the records of an output go that nobody reads. */
    Receiver NOBODY = (value, timestamp) -> {};

    void receive(Object value, long timestamp);

    /** One receiver for all of these. */
    static Receiver of(Receiver... receivers) {
        return switch (receivers.length) {
            case 0 -> NOBODY;
            case 1 -> receivers[0];
            default ->
                (value, timestamp) -> {
                    for (Receiver receiver : receivers) {
                        receiver.receive(value, timestamp);
                    }
                };
        };
    }
}
