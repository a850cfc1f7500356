package io.tidemark.coordinator.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.schema.OperatorStates;
import io.tidemark.checkpoint.schema.StateDiff;
import io.tidemark.checkpoint.schema.StateFit.Declared;
import io.tidemark.coordinator.proto.StateCheckReply;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.RestoreFrom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateFindingsTest {
    private static final Declared STRING = Declared.of(Types.STRING.createSerializer());
    private static final Declared LONG = Declared.of(Types.LONG.createSerializer());
    private static final RestoreFrom FROM =
            RestoreFrom.newBuilder().setLocation("/savepoints/a").build();

    private static OperatorStates operator(String uid, Map<String, Declared> own, OperatorStates.Keyed... states) {
        return new OperatorStates(uid, uid, STRING, List.of(states), own, "");
    }

    private static OperatorStates.Keyed value(String name, Declared value) {
        return new OperatorStates.Keyed(name, "value", Map.of("value", value));
    }

    private static StateCheckReply found(List<OperatorStates> stored, List<OperatorStates> declared) {
        return StateFindings.of(StateDiff.of(stored, declared));
    }

    @Test
    void trS6_allThatDoesNotFitOfAllOperatorsIsInOneRefusal() {
        StateCheckReply found = found(
                List.of(operator("a", Map.of(), value("x", STRING)), operator("b", Map.of(), value("y", STRING))),
                List.of(operator("a", Map.of(), value("x", LONG)), operator("b", Map.of(), value("y", LONG))));
        ErrorDetail problem = StateFindings.problem(found, FROM, "job.jar").orElseThrow();
        assertThat(problem.getCause())
                .contains("/savepoints/a", "operator \"a\", state \"x\"", "operator \"b\", state \"y\"")
                .doesNotContain("\n");
        assertThat(problem.getHint()).contains("tidemark state diff /savepoints/a job.jar");
    }

    @Test
    void stateThatAnOperatorDoesNotDeclareAnyMoreIsRefusedUnlessItMayBeLeftBehind() {
        StateCheckReply found = found(List.of(operator("a", Map.of("seen", STRING))), List.of(operator("a", Map.of())));
        assertThat(StateFindings.problem(found, FROM, "job.jar"))
                .hasValueSatisfying(problem -> assertThat(problem.getHint()).contains("--allow-non-restored"));
        RestoreFrom allowed = FROM.toBuilder().setAllowNonRestored(true).build();
        assertThat(StateFindings.problem(found, allowed, "job.jar")).isEmpty();
        assertThat(StateFindings.notes(found)).singleElement().asString().contains("left behind", "\"seen\"");
    }

    @Test
    void whatFitsIsNoWordWorth() {
        StateCheckReply found = found(
                List.of(operator("a", Map.of(), value("x", STRING)), operator("gone", Map.of(), value("z", STRING))),
                List.of(operator("a", Map.of(), value("x", STRING), value("new", LONG))));
        assertThat(StateFindings.problem(found, FROM, "job.jar")).isEmpty();
        assertThat(StateFindings.notes(found)).isEmpty();
    }

    @Test
    void anOperatorThatDoesNotOpenHereIsANoteSinceItMayOpenOnAWorker() {
        StateCheckReply found = found(
                List.of(operator("a", Map.of(), value("x", STRING))),
                List.of(OperatorStates.unknown("a", "a", "it did not open: no route to host")));
        assertThat(StateFindings.problem(found, FROM, "job.jar")).isEmpty();
        assertThat(StateFindings.notes(found)).singleElement().asString().contains("no route to host");
    }
}
