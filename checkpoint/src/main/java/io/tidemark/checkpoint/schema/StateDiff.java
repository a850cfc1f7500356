package io.tidemark.checkpoint.schema;

import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SchemaComparison.Verdict;
import io.tidemark.api.type.SchemaDifference;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.schema.StateFit.Declared;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What becomes of stored state when a job takes it over: operator by operator, state by state. Operators match by uid. */
public record StateDiff(List<Operator> operators) {
    private static final String OWN_LIST = "own list";

    /** What becomes of a state. */
    public enum Outcome {
        /** Taken as it is. */
        FITS("fits", true),
        /** Read and rewritten once, when the job starts. */
        MIGRATES("is rewritten", true),
        /** New in the job: it starts empty. */
        ADDED("is new", true),
        /** The operator did not declare it when it opened: it stays in snapshots, unused, unless it is declared later. */
        UNDECLARED("is not declared", true),
        /** It cannot be read. */
        MISFIT("does not fit", false),
        /** Nothing takes it over. */
        LOST("is lost", false),
        /** It could not be found out what the job declares. */
        UNKNOWN("not known", false);

        private final String text;
        private final boolean fits;

        Outcome(String text, boolean fits) {
            this.text = text;
            this.fits = fits;
        }

        /** The words for it. */
        public String text() {
            return text;
        }

        /** Whether a job starts from it, with nothing lost. */
        public boolean fits() {
            return fits;
        }
    }

    /** Which side has an operator. */
    public enum Presence {
        BOTH,
        STORED_ONLY,
        DECLARED_ONLY
    }

    /**
     * What becomes of a state.
     *
     * @param kind as snapshots name it, "own list", or "key" for the keys of all keyed state
     */
    public record State(String name, String kind, Outcome outcome, List<RoleDifference> differences) {
        public State {
            differences = List.copyOf(differences);
        }
    }

    /**
     * An operator.
     *
     * @param problem why it is not known what it declares; empty when it is
     */
    public record Operator(String uid, String name, Presence presence, String problem, List<State> states) {
        public Operator {
            states = List.copyOf(states);
        }
    }

    public StateDiff {
        operators = List.copyOf(operators);
    }

    /** Whether a job starts from it, with nothing lost. */
    public boolean fits() {
        return operators.stream()
                .flatMap(operator -> operator.states().stream())
                .allMatch(state -> state.outcome().fits());
    }

    /** Compares what is stored with what is declared. */
    public static StateDiff of(List<OperatorStates> stored, List<OperatorStates> declared) {
        Map<String, OperatorStates> byUid = new HashMap<>();
        declared.forEach(operator -> byUid.put(operator.uid(), operator));
        List<Operator> operators = new ArrayList<>();
        for (OperatorStates before : stored) {
            OperatorStates now = byUid.remove(before.uid());
            if (now != null || before.hasAny()) {
                operators.add(now == null ? gone(before) : both(before, now));
            }
        }
        for (OperatorStates now : declared) {
            if (byUid.containsKey(now.uid())) {
                operators.add(added(now));
            }
        }
        return new StateDiff(operators);
    }

    private static Operator gone(OperatorStates before) {
        return new Operator(before.uid(), before.name(), Presence.STORED_ONLY, "", allOf(before, Outcome.LOST));
    }

    private static Operator added(OperatorStates now) {
        return new Operator(now.uid(), now.name(), Presence.DECLARED_ONLY, now.problem(), allOf(now, Outcome.ADDED));
    }

    private static List<State> allOf(OperatorStates operator, Outcome outcome) {
        List<State> states = new ArrayList<>();
        operator.keyed().forEach(state -> states.add(new State(state.name(), state.kind(), outcome, List.of())));
        new TreeMap<>(operator.own())
                .keySet()
                .forEach(name -> states.add(new State(name, OWN_LIST, outcome, List.of())));
        return states;
    }

    private static Operator both(OperatorStates before, OperatorStates now) {
        List<State> states = new ArrayList<>();
        if (!now.problem().isEmpty()) {
            states.addAll(allOf(before, Outcome.UNKNOWN));
        } else {
            addKeyed(states, before, now);
            addOwn(states, before, now);
        }
        return new Operator(now.uid(), now.name(), Presence.BOTH, now.problem(), states);
    }

    private static void addKeyed(List<State> states, OperatorStates before, OperatorStates now) {
        if (now.keys() == null) {
            before.keyed().forEach(state -> states.add(new State(state.name(), state.kind(), Outcome.LOST, List.of())));
            return;
        }
        if (before.keys() != null) {
            SchemaComparison keys = now.keys().compare(before.keys().schema());
            List<RoleDifference> differences = StateFit.ofKeys("key", keys);
            if (!differences.isEmpty()) {
                boolean stay = keys.verdict() == Verdict.SAME;
                states.add(new State("", "key", stay ? Outcome.FITS : Outcome.MISFIT, differences));
            }
        }
        for (OperatorStates.Keyed old : before.keyed()) {
            states.add(now.keyed().stream()
                    .filter(old::isSameAs)
                    .findFirst()
                    .map(state -> compare(old, state))
                    .orElse(new State(old.name(), old.kind(), Outcome.UNDECLARED, List.of())));
        }
        now.keyed().stream()
                .filter(state -> before.keyed().stream().noneMatch(state::isSameAs))
                .forEach(state -> states.add(new State(state.name(), state.kind(), Outcome.ADDED, List.of())));
    }

    private static State compare(OperatorStates.Keyed before, OperatorStates.Keyed now) {
        Map<String, SerializerSnapshot> stored = new HashMap<>();
        before.parts().forEach((role, part) -> stored.put(role, part.schema()));
        StateFit fit = StateFit.of(before.kind(), stored, now.kind(), now.parts());
        return new State(now.name(), now.kind(), outcome(fit.verdict()), fit.differences());
    }

    private static void addOwn(List<State> states, OperatorStates before, OperatorStates now) {
        new TreeMap<>(before.own()).forEach((name, old) -> {
            Declared declared = now.own().get(name);
            if (declared == null) {
                states.add(new State(name, OWN_LIST, Outcome.LOST, List.of()));
            } else if (old.schema() == null) {
                states.add(new State(name, OWN_LIST, Outcome.UNKNOWN, List.of()));
            } else {
                SchemaComparison comparison = declared.compare(old.schema());
                states.add(
                        new State(name, OWN_LIST, outcome(comparison.verdict()), elements(comparison.differences())));
            }
        });
        new TreeMap<>(now.own())
                .keySet().stream()
                        .filter(name -> !before.own().containsKey(name))
                        .forEach(name -> states.add(new State(name, OWN_LIST, Outcome.ADDED, List.of())));
    }

    private static List<RoleDifference> elements(List<SchemaDifference> differences) {
        return differences.stream()
                .map(difference -> new RoleDifference("element", difference))
                .toList();
    }

    private static Outcome outcome(Verdict verdict) {
        return switch (verdict) {
            case SAME -> Outcome.FITS;
            case READABLE -> Outcome.MIGRATES;
            case MISFIT -> Outcome.MISFIT;
        };
    }
}
