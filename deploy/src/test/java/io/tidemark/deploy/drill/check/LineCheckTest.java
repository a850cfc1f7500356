package io.tidemark.deploy.drill.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.deploy.drill.check.LineCheck.Run;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LineCheckTest {
    private static final Run RIGHT = new Run(List.of("a", "b", "b", "c"), Map.of("windows", 3L));

    @Test
    void theSameLinesInAnyOrderAreClean() {
        assertThat(compare(List.of("b", "c", "a", "b"), Map.of("windows", 3L)).isClean())
                .isTrue();
    }

    @Test
    void aLineThatIsThereOnceInsteadOfTwiceIsAGap() {
        assertThat(compare(List.of("a", "b", "c"), Map.of("windows", 3L)))
                .isEqualTo(new Findings(1, 0, 0, 0, List.of("missing: b")));
    }

    @Test
    void aLineThatIsThereTooOftenIsADuplicate() {
        assertThat(compare(List.of("a", "a", "b", "b", "c"), Map.of("windows", 3L)))
                .isEqualTo(new Findings(0, 1, 0, 0, List.of("too often: a")));
    }

    @Test
    void anUnknownLineIsWrong() {
        Findings found = compare(List.of("a", "b", "b", "d"), Map.of("windows", 3L));
        assertThat(found).matches(f -> f.wrong() == 1 && f.gaps() == 1);
    }

    @Test
    void anotherNumberOfLateRecordsIsAnotherVerdict() {
        assertThat(compare(RIGHT.lines(), Map.of("windows", 5L, "join", 1L)).verdicts())
                .isEqualTo(3);
        assertThat(compare(RIGHT.lines(), Map.of()).verdicts()).isEqualTo(3);
    }

    private static Findings compare(List<String> lines, Map<String, Long> late) {
        return LineCheck.compare(RIGHT, new Run(lines, late));
    }
}
