package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.schema.OperatorStates;
import io.tidemark.checkpoint.schema.StateFit.Declared;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The states of a savepoint's operators, to be compared. */
public final class StoredStates {
    private StoredStates() {}

    /** Those that hold something, which could be lost. */
    public static List<OperatorStates> thatHoldSomething(SavepointReader savepoint) {
        return savepoint.operators().stream()
                .map(operator -> of(operator, false))
                .toList();
    }

    /** All of them. */
    public static List<OperatorStates> all(SavepointReader savepoint) {
        return savepoint.operators().stream()
                .map(operator -> of(operator, true))
                .toList();
    }

    private static OperatorStates of(StoredOperator operator, boolean emptyToo) {
        List<OperatorStates.Keyed> keyed = new ArrayList<>();
        if (emptyToo || operator.keyedBytes() > 0) {
            operator.states().forEach(state -> keyed.add(keyed(state)));
            operator.timers().forEach(timers -> keyed.add(keyed(timers)));
        }
        Map<String, Declared> own = new HashMap<>();
        for (StoredOwnState list : operator.ownStates()) {
            if (emptyToo || list.elements() > 0) {
                own.put(list.name(), new Declared(list.schema().orElse(null), null));
            }
        }
        return new OperatorStates(
                operator.uid(),
                operator.name(),
                operator.keySchema().map(schema -> new Declared(schema, null)).orElse(null),
                keyed,
                own,
                "");
    }

    private static OperatorStates.Keyed keyed(StoredState state) {
        Map<String, Declared> parts = new HashMap<>();
        for (Map.Entry<String, SerializerSnapshot> part : state.schemas().entrySet()) {
            parts.put(part.getKey(), new Declared(part.getValue(), null));
        }
        return new OperatorStates.Keyed(state.name(), state.kind(), parts);
    }
}
