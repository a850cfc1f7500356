package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.worker.failure.FatalTaskException;
import java.util.List;

/**
 * What the state of windows that share slices is to be read as; part of a snapshot, since the same slices mean something else
 * under other windows.
 *
 * @param windows see {@link SliceGrid#windows}
 * @param keepsSlices whether a slice keeps its own contents once they are in a front, so that windows can fire again
 */
record SliceLayout(String windows, boolean keepsSlices) {
    private static final String LAYOUT = "slice-layout";

    /**
     * The layout of the restored state, or that of these windows where there is none.
     *
     * @param holdsSlices whether there are restored slices
     * @throws FatalTaskException when there are, and they cannot be read as those of these windows
     */
    static SliceLayout restore(OperatorContext context, SliceGrid grid, Lateness lateness, boolean holdsSlices) {
        List<SliceLayout> restored = context.restoredState(LAYOUT, Serializer.INSTANCE);
        if (restored.isEmpty()) {
            return new SliceLayout(grid.windows(), lateness.isAllowed());
        }
        SliceLayout stored = restored.get(0);
        if (holdsSlices && !stored.windows.equals(grid.windows())) {
            throw new FatalTaskException(
                    "The windows of \"" + context.operatorName()
                            + "\" have another size, slide or offset than in the snapshot: " + grid.windows() + ", not "
                            + stored.windows + ".",
                    "Give the operator a new uid, so that it starts without what was in its windows.");
        }
        if (holdsSlices && !stored.keepsSlices && lateness.isAllowed()) {
            throw new FatalTaskException(
                    "The windows of \"" + context.operatorName()
                            + "\" had no allowed lateness in the snapshot, which has not kept what they would need to"
                            + " fire again.",
                    "Leave the allowed lateness out, or give the operator a new uid, so that it starts without what was"
                            + " in its windows.");
        }
        return new SliceLayout(grid.windows(), stored.keepsSlices || lateness.isAllowed());
    }

    void snapshot(OperatorStateWriter writer) {
        writer.put(LAYOUT, StateSharing.BROADCAST, Serializer.INSTANCE, List.of(this));
    }

    private enum Serializer implements TypeSerializer<SliceLayout> {
        INSTANCE;

        @Override
        public void serialize(SliceLayout layout, BinaryWriter out) {
            out.writeString(layout.windows);
            out.writeBoolean(layout.keepsSlices);
        }

        @Override
        public SliceLayout deserialize(BinaryReader in) {
            String windows = in.readString();
            return new SliceLayout(windows, in.readBoolean());
        }

        @Override
        public SliceLayout copy(SliceLayout layout) {
            return layout;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(SliceLayout layout) {
            return layout.hashCode();
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.RECORD, SliceLayout.class.getName())
                    .withField("windows", false, Types.STRING.createSerializer().schema())
                    .withField(
                            "keepsSlices",
                            false,
                            Types.BOOLEAN.createSerializer().schema());
        }
    }
}
