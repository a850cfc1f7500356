package io.tidemark.api;

import io.tidemark.api.function.StreamProcessFunction;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.state.StateDeclaration;
import io.tidemark.api.state.StateDeclaration.RedistributionMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Looks at the states that a function declares when it is given to a stream. */
final class DeclaredStates {
    private DeclaredStates() {}

    /**
     * Refuses what cannot work.
     *
     * @throws InvalidPlanException when a name is declared twice, or a state of a key on a stream that is not keyed
     */
    static void check(String where, StreamProcessFunction function, boolean isKeyed) {
        Set<StateDeclaration> declared = function.usesStates();
        if (declared == null) {
            throw new InvalidPlanException(where + ": usesStates returned null; return Set.of() to use none");
        }
        Map<String, StateDeclaration> byName = new HashMap<>();
        for (StateDeclaration state : declared) {
            StateDeclaration earlier = byName.put(state.getName(), state);
            if (earlier != null) {
                throw new InvalidPlanException(where + ": state \"" + state.getName() + "\" is declared as " + earlier
                        + " and as " + state + ". Give one of the two another name.");
            }
            if (!isKeyed && state.getRedistributionMode() == RedistributionMode.NONE) {
                throw new InvalidPlanException(where + ": state \"" + state.getName() + "\" (" + state
                        + ") is of a key, and the stream is not keyed. Call keyBy before it, or declare a list with"
                        + " redistributeBy or a map with buildBroadcast.");
            }
        }
    }
}
