package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.worker.failure.FatalTaskException;
import java.util.List;

/**
 * How windows are kept. Part of a snapshot: what one operator has stored another one does not find, so the windows in it would
 * never fire and never go.
 */
enum WindowKind {
    ALIGNED("a table for each window"),
    SLICED("slices that windows share"),
    SESSIONS("sessions that fire at their end"),
    TRIGGERED("windows with a trigger"),
    MERGING("windows that merge, with a trigger");

    private static final String KIND = "window-kind";

    private final String words;

    WindowKind(String words) {
        this.words = words;
    }

    /**
     * Compares it with what the snapshot has, and has it written into the next ones.
     *
     * @throws FatalTaskException when it is another one
     */
    void hold(OperatorContext context) {
        TypeSerializer<String> texts = Types.STRING.createSerializer();
        for (String stored : context.restoredState(KIND, texts)) {
            if (!stored.equals(name())) {
                throw new FatalTaskException(
                        "The windows of \"" + context.operatorName() + "\" are kept as " + words
                                + "; the snapshot has " + inWords(stored)
                                + ". Since it was taken a trigger or an evictor, clear of the window's function or merge"
                                + " of the aggregate has come or gone.",
                        "Take that back, or give the operator a new uid, so that it starts without what was in its"
                                + " windows.");
            }
        }
        context.addSnapshotPart(
                (state, checkpointId) -> state.put(KIND, StateSharing.BROADCAST, texts, List.of(name())));
    }

    private static String inWords(String stored) {
        for (WindowKind kind : values()) {
            if (kind.name().equals(stored)) {
                return kind.words;
            }
        }
        return "\"" + stored + "\"";
    }
}
