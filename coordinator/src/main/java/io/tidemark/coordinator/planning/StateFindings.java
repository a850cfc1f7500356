package io.tidemark.coordinator.planning;

import io.tidemark.checkpoint.schema.RoleDifference;
import io.tidemark.checkpoint.schema.StateDiff;
import io.tidemark.coordinator.proto.StateCheckReply;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.RestoreFrom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a comparison of stored and declared state means for a submission. Operators that the job does not have are not in it. */
final class StateFindings {
    private StateFindings() {}

    /** In words, one finding each. */
    static StateCheckReply of(StateDiff diff) {
        StateCheckReply.Builder reply = StateCheckReply.newBuilder();
        for (StateDiff.Operator operator : diff.operators()) {
            if (operator.presence() != StateDiff.Presence.BOTH) {
                continue;
            }
            if (!operator.problem().isEmpty() && !operator.states().isEmpty()) {
                reply.addUnknown("operator \"" + operator.uid() + "\": " + operator.problem());
            }
            for (StateDiff.State state : operator.states()) {
                String what = "operator \"" + operator.uid() + "\", " + what(state);
                if (state.outcome() == StateDiff.Outcome.MISFIT) {
                    for (RoleDifference difference : state.differences()) {
                        reply.addMisfits(what + ", " + difference.withHint());
                    }
                } else if (state.outcome() == StateDiff.Outcome.LOST) {
                    reply.addLost(what);
                }
            }
        }
        return reply.build();
    }

    private static String what(StateDiff.State state) {
        return switch (state.kind()) {
            case "key" -> "its keys";
            case "timers" -> "timers \"" + state.name() + "\"";
            case "own list" -> "own list \"" + state.name() + "\"";
            default -> "state \"" + state.name() + "\"";
        };
    }

    /** Why a job cannot start from there, or nothing. */
    static Optional<ErrorDetail> problem(StateCheckReply found, RestoreFrom from, String jarName) {
        String diff = "tidemark state diff " + from.getLocation() + " " + jarName + " shows all of it, field by field.";
        if (found.getMisfitsCount() > 0) {
            return Optional.of(detail(
                    "the state in " + from.getLocation() + " does not fit what the job declares: "
                            + String.join("; ", found.getMisfitsList()),
                    "Declare it so that it fits, or give the new state another name; " + diff));
        }
        if (found.getLostCount() > 0 && !from.getAllowNonRestored()) {
            return Optional.of(detail(
                    from.getLocation() + " holds state that the job's operators do not declare any more: "
                            + String.join("; ", found.getLostList()),
                    "Declare it, or leave it behind with --allow-non-restored; " + diff));
        }
        return Optional.empty();
    }

    /** What the user should know of a job that starts. */
    static List<String> notes(StateCheckReply found) {
        List<String> notes = new ArrayList<>();
        if (found.getLostCount() > 0) {
            notes.add("state left behind: " + String.join("; ", found.getLostList()));
        }
        found.getUnknownList()
                .forEach(unknown -> notes.add("whether its state fits is seen when it starts: " + unknown));
        return notes;
    }

    private static ErrorDetail detail(String cause, String hint) {
        return ErrorDetail.newBuilder().setCause(cause).setHint(hint).build();
    }
}
