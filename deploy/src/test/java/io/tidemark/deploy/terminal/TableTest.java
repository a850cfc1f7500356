package io.tidemark.deploy.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void wordsStandLeftNumbersRightAndNoLineEndsInBlanks() {
        Table table = new Table().left("name").right("rows").left("note");
        table.row("a", 1, "").row("longer", 1000, null).row("b", 20, "x");

        assertThat(table.lines())
                .containsExactly(
                        "name    rows  note", "──────  ────  ────", "a          1", "longer  1000", "b         20  x");
    }

    @Test
    void theRuleUnderALongCellIsShortAndTheNextColumnStandsWhereItDid() {
        Table table = new Table().left("value").left("note");
        table.row("v".repeat(100), "x");

        assertThat(table.lines())
                .containsExactly(
                        "value" + " ".repeat(97) + "note",
                        "─".repeat(60) + " ".repeat(42) + "────",
                        "v".repeat(100) + "  x");
    }

    @Test
    void aRowNeedsACellForEveryColumn() {
        assertThatThrownBy(() -> new Table().left("one").row(1, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
