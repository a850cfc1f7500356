package io.tidemark.deploy.view;

import io.tidemark.api.type.SchemaDifference;
import io.tidemark.checkpoint.schema.RoleDifference;
import io.tidemark.checkpoint.schema.StateDiff;
import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of a savepoint's state in another version of its job.
 *
 * @param from the savepoint
 * @param to the jar or the other savepoint
 * @param fits whether a job starts from it, with nothing lost
 * @param refusal why a submission would be refused whatever the schemas say; null when it would not
 * @param notes what else there is to know
 */
public record StateDiffView(
        String from, String to, boolean fits, String refusal, List<String> notes, List<Operator> operators)
        implements View {
    /**
     * An operator.
     *
     * @param presence whether the savepoint, the job or both have it: {@code STORED_ONLY}, {@code DECLARED_ONLY}, {@code BOTH}
     * @param problem why it is not known what it declares; null when it is
     */
    record Operator(String uid, String name, String presence, String problem, List<State> states) {
        static Operator of(StateDiff.Operator operator) {
            return new Operator(
                    operator.uid(),
                    operator.name(),
                    operator.presence().name(),
                    operator.problem().isEmpty() ? null : operator.problem(),
                    operator.states().stream().map(State::of).toList());
        }
    }

    /** A state. */
    record State(String name, String kind, String outcome, boolean fits, List<Difference> differences) {
        static State of(StateDiff.State state) {
            return new State(
                    state.name(),
                    state.kind(),
                    state.outcome().text(),
                    state.outcome().fits(),
                    state.differences().stream().map(Difference::of).toList());
        }
    }

    /**
     * A difference.
     *
     * @param part of the state: {@code value}, {@code mapKey}, …
     * @param path inside of it
     */
    record Difference(
            String part, String path, String change, String stored, String declared, boolean fits, String hint) {
        static Difference of(RoleDifference of) {
            SchemaDifference difference = of.difference();
            return new Difference(
                    of.role(),
                    difference.path(),
                    difference.change().text(),
                    difference.stored(),
                    difference.declared(),
                    difference.fits(),
                    difference.hint());
        }

        String types() {
            return stored.isEmpty() ? declared : declared.isEmpty() ? stored : stored + " -> " + declared;
        }
    }

    public static StateDiffView of(String from, String to, StateDiff diff) {
        return new StateDiffView(
                from,
                to,
                diff.fits(),
                null,
                List.of(),
                diff.operators().stream().map(Operator::of).toList());
    }

    /** This, with what a submission would say before it looks at schemas. */
    public StateDiffView withSubmission(String refused, List<String> noted) {
        return new StateDiffView(from, to, fits && refused == null, refused, noted, operators);
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        List<String> lines = new ArrayList<>();
        Table table = new Table()
                .left("operator")
                .left("state")
                .left("kind")
                .left("outcome")
                .left("part")
                .left("change")
                .left("types")
                .left("remark");
        operators.forEach(operator -> addRows(table, operator));
        lines.addAll(table.isEmpty() ? List.of("Neither has state.") : table.lines());
        lines.add("");
        for (Operator operator : operators) {
            if (operator.problem() != null) {
                lines.add("What operator " + operator.uid() + " declares is not known: " + operator.problem() + ".");
            }
        }
        notes.forEach(note -> lines.add("note: " + note));
        if (refusal != null) {
            lines.add("A submission would be refused: " + refusal);
        }
        lines.add(verdict());
        return lines;
    }

    private static void addRows(Table table, Operator operator) {
        if (operator.states().isEmpty()) {
            String remark = switch (operator.presence()) {
                case "DECLARED_ONLY" -> operator.problem() == null ? "new operator" : "new operator, not known";
                case "STORED_ONLY" -> "operator gone";
                default -> operator.problem() == null ? null : "not known";
            };
            if (remark != null) {
                table.row(operator.uid(), "", "", remark, "", "", "", "");
            }
        }
        for (State state : operator.states()) {
            String outcome = state.outcome() + (operator.presence().equals("STORED_ONLY") ? ": operator gone" : "");
            if (state.differences().isEmpty()) {
                table.row(operator.uid(), state.name(), state.kind(), outcome, "", "", "", "");
            }
            for (Difference difference : state.differences()) {
                table.row(
                        operator.uid(),
                        state.name(),
                        state.kind(),
                        difference.fits() || state.fits() ? outcome : "DOES NOT FIT",
                        difference.part() + difference.path(),
                        difference.change(),
                        difference.types(),
                        difference.hint());
            }
        }
    }

    private String verdict() {
        long unfit = operators.stream()
                .flatMap(operator -> operator.states().stream())
                .filter(state -> !state.fits())
                .count();
        boolean unknown = operators.stream().anyMatch(operator -> operator.problem() != null);
        if (fits) {
            return "It fits: a job can start from " + from + " with " + to + "."
                    + (unknown ? " What a new operator declares is not known." : "");
        }
        if (unfit == 0) {
            return "It does not fit.";
        }
        return "It does not fit: " + Words.count(unfit, "state") + " would be lost, cannot be read or "
                + (unfit == 1 ? "is" : "are") + " not known.";
    }
}
