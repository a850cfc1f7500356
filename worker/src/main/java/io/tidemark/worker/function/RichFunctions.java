package io.tidemark.worker.function;

import io.tidemark.api.function.CheckpointedFunction;
import io.tidemark.api.function.FunctionInitializationContext;
import io.tidemark.api.function.KeyedStateStore;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OperatorStateStore;
import io.tidemark.api.function.RichFunction;
import io.tidemark.api.operator.OperatorContext;
import java.util.List;

/** Opens and closes functions that have a life. */
public final class RichFunctions {
    private static final OpenContext OPEN_CONTEXT = new OpenContext() {};

    private RichFunctions() {}

    /** Opens the function if it is a rich one; before that, gives it its own state if it has any. */
    public static void open(Object function, OperatorContext context) throws Exception {
        open(function, context, new BroadcastStates(context, List.of()));
    }

    /** As above; the function's own broadcast states are among those of its operator, which are in its snapshots from now on. */
    public static void open(Object function, OperatorContext context, BroadcastStates broadcastStates)
            throws Exception {
        if (function instanceof RichFunction rich) {
            rich.setRuntimeContext(context.runtimeContext());
        }
        if (function instanceof CheckpointedFunction checkpointed) {
            FunctionLists lists = new FunctionLists(context, broadcastStates);
            checkpointed.initializeState(new Beginning(context, lists));
            context.addSnapshotPart((state, checkpointId) -> {
                checkpointed.snapshotState(() -> checkpointId);
                lists.writeTo(state);
            });
        }
        // After what the function does for a checkpoint, since it may change them then.
        context.addSnapshotPart((state, checkpointId) -> broadcastStates.writeTo(state));
        if (function instanceof RichFunction rich) {
            rich.open(OPEN_CONTEXT);
        }
    }

    /** Where the lists and maps are that a function of an operator declares; they are part of its snapshots. */
    public static OperatorStateStore declaredStates(OperatorContext context, BroadcastStates broadcastStates) {
        FunctionLists lists = new FunctionLists(context, broadcastStates);
        context.addSnapshotPart((state, checkpointId) -> lists.writeTo(state));
        return lists;
    }

    /** Closes the function if it is a rich one. */
    public static void close(Object function) throws Exception {
        if (function instanceof RichFunction rich) {
            rich.close();
        }
    }

    private record Beginning(OperatorContext context, FunctionLists lists) implements FunctionInitializationContext {
        @Override
        public boolean isRestored() {
            return context.isRestored();
        }

        @Override
        public OperatorStateStore getOperatorStateStore() {
            return lists;
        }

        @Override
        public KeyedStateStore getKeyedStateStore() {
            return new KeyedStates(context.runtimeContext());
        }
    }
}
