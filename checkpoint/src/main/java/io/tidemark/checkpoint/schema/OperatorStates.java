package io.tidemark.checkpoint.schema;

import io.tidemark.checkpoint.schema.StateFit.Declared;
import java.util.List;
import java.util.Map;

/**
 * The state of one operator: what a snapshot holds, or what a job declares.
 *
 * @param keys of its keyed state; null when it keeps none
 * @param keyed keyed states and groups of timers
 * @param own its own lists, by name; a null schema when it was not stored
 * @param problem why it is not known what it declares; empty when it is
 */
public record OperatorStates(
        String uid, String name, Declared keys, List<Keyed> keyed, Map<String, Declared> own, String problem) {

    /**
     * A keyed state or a group of timers.
     *
     * @param kind as snapshots name it
     * @param parts by the role they play
     */
    public record Keyed(String name, String kind, Map<String, Declared> parts) {
        public Keyed {
            parts = Map.copyOf(parts);
        }

        /** A group of timers and a state may have one name. */
        boolean isSameAs(Keyed other) {
            return name.equals(other.name) && kind.equals("timers") == other.kind.equals("timers");
        }
    }

    public OperatorStates {
        keyed = List.copyOf(keyed);
        own = Map.copyOf(own);
    }

    /** One of which it is not known what it declares. */
    public static OperatorStates unknown(String uid, String name, String problem) {
        return new OperatorStates(uid, name, null, List.of(), Map.of(), problem);
    }

    boolean hasAny() {
        return !keyed.isEmpty() || !own.isEmpty();
    }
}
