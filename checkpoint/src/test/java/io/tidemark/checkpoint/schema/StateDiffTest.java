package io.tidemark.checkpoint.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.schema.StateDiff.Outcome;
import io.tidemark.checkpoint.schema.StateDiff.Presence;
import io.tidemark.checkpoint.schema.StateFit.Declared;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of stored state, operator by operator. */
class StateDiffTest {
    private static final Declared LONG = schema(Types.LONG);
    private static final Declared INT = schema(Types.INT);
    private static final Declared STRING = schema(Types.STRING);

    private static Declared schema(TypeInformation<?> type) {
        return new Declared(type.createSerializer().schema(), null);
    }

    private static OperatorStates.Keyed value(String name, Declared value) {
        return new OperatorStates.Keyed(name, "value", Map.of("value", value));
    }

    private static OperatorStates keyed(String uid, Declared keys, OperatorStates.Keyed... states) {
        return new OperatorStates(uid, uid, keys, List.of(states), Map.of(), "");
    }

    private static OperatorStates own(String uid, Map<String, Declared> lists) {
        return new OperatorStates(uid, uid, null, List.of(), lists, "");
    }

    private static StateDiff diff(OperatorStates stored, OperatorStates declared) {
        return StateDiff.of(List.of(stored), List.of(declared));
    }

    private static List<String> outcomes(StateDiff diff) {
        return diff.operators().stream()
                .flatMap(operator -> operator.states().stream()
                        .map(state -> operator.uid() + "." + state.name() + " " + state.kind() + " " + state.outcome()))
                .toList();
    }

    @Test
    void statesOfOneOperatorAreTakenRewrittenRefusedAddedOrLeft() {
        StateDiff diff = diff(
                keyed("a", STRING, value("same", INT), value("wider", INT), value("other", INT), value("left", INT)),
                keyed(
                        "a",
                        STRING,
                        value("wider", LONG),
                        value("other", STRING),
                        value("same", INT),
                        value("new", INT)));
        assertThat(outcomes(diff))
                .containsExactly(
                        "a.same value FITS",
                        "a.wider value MIGRATES",
                        "a.other value MISFIT",
                        "a.left value UNDECLARED",
                        "a.new value ADDED");
        assertThat(diff.fits()).isFalse();
    }

    @Test
    void theStateOfAnOperatorThatIsGoneIsLostAndANewOneStartsEmpty() {
        StateDiff diff = diff(keyed("a", STRING, value("v", INT)), keyed("b", STRING, value("v", INT)));
        assertThat(outcomes(diff)).containsExactly("a.v value LOST", "b.v value ADDED");
        assertThat(diff.operators())
                .extracting(StateDiff.Operator::presence)
                .containsExactly(Presence.STORED_ONLY, Presence.DECLARED_ONLY);
        assertThat(diff.fits()).isFalse();
    }

    @Test
    void anOperatorWithoutStateMayGoAndCome() {
        StateDiff diff = diff(own("a", Map.of()), own("b", Map.of()));
        assertThat(diff.fits()).isTrue();
        assertThat(diff.operators()).extracting(StateDiff.Operator::uid).containsExactly("b");
    }

    @Test
    void whatIsNotKnownIsNeverTakenToFit() {
        StateDiff diff = diff(keyed("a", STRING, value("v", INT)), OperatorStates.unknown("a", "a", "it threw"));
        assertThat(outcomes(diff)).containsExactly("a.v value UNKNOWN");
        assertThat(diff.operators().get(0).problem()).isEqualTo("it threw");
        assertThat(diff.fits()).isFalse();
    }

    @Test
    void keysThatChangeAndKeysThatAreGoneDoNotFit() {
        StateDiff changed = diff(keyed("a", INT, value("v", INT)), keyed("a", LONG, value("v", INT)));
        assertThat(outcomes(changed)).containsExactly("a. key MISFIT", "a.v value FITS");
        StateDiff gone = diff(keyed("a", INT, value("v", INT)), own("a", Map.of()));
        assertThat(outcomes(gone)).containsExactly("a.v value LOST");
    }

    @Test
    void ownListsAreComparedToo() {
        StateDiff diff = diff(
                own("a", Map.of("fits", INT, "wider", INT, "lost", INT, "unknown", new Declared(null, null))),
                own("a", Map.of("fits", INT, "wider", LONG, "unknown", INT, "new", INT)));
        assertThat(outcomes(diff))
                .containsExactly(
                        "a.fits own list FITS",
                        "a.lost own list LOST",
                        "a.unknown own list UNKNOWN",
                        "a.wider own list MIGRATES",
                        "a.new own list ADDED");
    }

    @Test
    void timersAndAStateOfOneNameAreTwo() {
        OperatorStates.Keyed timers = new OperatorStates.Keyed("v", "timers", Map.of("namespace", STRING));
        StateDiff diff = diff(keyed("a", INT, value("v", INT), timers), keyed("a", INT, timers, value("v", INT)));
        assertThat(outcomes(diff)).containsExactly("a.v value FITS", "a.v timers FITS");
        assertThat(diff.fits()).isTrue();
    }

    @Test
    void aStateOfAnotherKindDoesNotFit() {
        OperatorStates.Keyed list = new OperatorStates.Keyed("v", "list", Map.of("element", INT));
        StateDiff diff = diff(keyed("a", INT, value("v", INT)), keyed("a", INT, list));
        assertThat(diff.operators().get(0).states()).singleElement().satisfies(state -> {
            assertThat(state.outcome()).isEqualTo(Outcome.MISFIT);
            assertThat(state.differences()).hasToString("[kind: retyped, value state -> list state]");
        });
    }

    @Test
    void aSchemaThatIsStoredIsComparedWithItself() {
        SerializerSnapshot schema = Types.LIST(Types.INT).createSerializer().schema();
        StateDiff diff = diff(
                keyed("a", INT, value("v", new Declared(schema, null))),
                keyed("a", INT, value("v", Declared.of(Types.LIST(Types.INT).createSerializer()))));
        assertThat(outcomes(diff)).containsExactly("a.v value FITS");
    }
}
