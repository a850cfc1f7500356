package io.tidemark.deploy.drill.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.deploy.drill.check.NumberedCheck.Committed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage of each kind is found, and counted as what it is. */
class NumberedCheckTest {
    private static final KnownAnswer KNOWN = KnownAnswer.of(new NumberedInput(4_000, 97));

    private final List<String> records = lines(KNOWN.records());
    private final List<String> pulses = lines(KNOWN.pulses());
    private final List<String> windows = lines(KNOWN.windows());
    private final List<String> tooLate = lines(KNOWN.tooLate());
    private final List<String> late = new ArrayList<>();

    @BeforeEach
    void thereIsSomethingToDamage() {
        assertThat(List.of(records, pulses, windows, tooLate)).allMatch(rows -> rows.size() > 10);
    }

    @Test
    void theRightRowsInAnyOrderAreClean() {
        Collections.reverse(records);
        assertThat(compare()).isEqualTo(Findings.none());
    }

    @Test
    void whatALaterVersionOfTheJobAddsToARecordIsNotLookedAt() {
        records.replaceAll(line -> line + ",17");
        assertThat(compare().isClean()).isTrue();
    }

    @Test
    void aLostRecordIsAGap() {
        String lost = records.remove(1_000);
        assertThat(compare()).isEqualTo(new Findings(1, 0, 0, 0, List.of("record " + number(lost) + " is missing")));
    }

    @Test
    void aRecordThatIsThereTwiceIsADuplicate() {
        records.add(records.get(1_000));
        assertThat(compare().duplicates()).isEqualTo(1);
        assertThat(compare().verdict()).isEqualTo("1 twice");
    }

    @Test
    void aRecordThatIsThereTwiceWithAnotherCountIsADuplicateToo() {
        String[] cells = records.get(1_000).split(",");
        records.add(cells[0] + "," + cells[1] + "," + (Long.parseLong(cells[2]) + 1) + "," + cells[3]);
        assertThat(compare().duplicates()).isEqualTo(1);
    }

    @Test
    void aFlippedVerdictIsAnotherVerdict() {
        records.replaceAll(line -> line.startsWith("150,") ? line.substring(0, line.length() - 1) + "0" : line);
        assertThat(compare()).isEqualTo(new Findings(0, 0, 1, 0, List.of("record 150 is not late")));
    }

    @Test
    void aCountThatStateWasLostForIsWrong() {
        records.replaceAll(line -> line.startsWith("3000,") ? "3000," + 3000 % 97 + ",1,0" : line);
        assertThat(compare()).matches(found -> found.wrong() == 1 && found.gaps() == 0 && found.verdicts() == 0);
    }

    @Test
    void aRecordThatNobodyMadeIsWrong() {
        records.add("4000,23,1,0");
        records.add("not a row");
        assertThat(compare().wrong()).isEqualTo(2);
    }

    @Test
    void aWindowThatIsMissingDoubledOrOfAnotherSumIsFound() {
        String lost = windows.remove(0);
        windows.add(windows.get(5));
        windows.set(9, windows.get(9) + "0");
        assertThat(compare()).matches(found -> found.gaps() == 1 && found.duplicates() == 1 && found.wrong() == 1);
        assertThat(compare().examples()).anyMatch(example -> example.contains(cells(lost, 2)));
    }

    @Test
    void aTimerThatDidNotFireOrFiredTwiceIsFound() {
        pulses.remove(7);
        pulses.add(pulses.get(3));
        assertThat(compare()).matches(found -> found.gaps() == 1 && found.duplicates() == 1);
    }

    @Test
    void aRecordThatBecameTooLateOrNoLongerIsIsAnotherVerdict() {
        tooLate.remove(2);
        tooLate.add("1");
        assertThat(compare()).matches(found -> found.verdicts() == 2 && found.gaps() == 0 && found.wrong() == 0);
    }

    @Test
    void aRecordSentAsideTwiceIsADuplicate() {
        tooLate.add(tooLate.get(2));
        assertThat(compare().duplicates()).isEqualTo(1);
    }

    @Test
    void countersThatLeftSomethingOutOrCountedTwiceAreOtherVerdicts() {
        long late = KNOWN.lateRecords();
        long aside = KNOWN.tooLateRecords();
        assertThat(NumberedCheck.compareCounts(KNOWN, late, aside).isClean()).isTrue();
        assertThat(NumberedCheck.compareCounts(KNOWN, late - 1, aside + 2).verdicts())
                .isEqualTo(3);
    }

    @Test
    void whatVersionTwoAddsIsRightFromWhereItTookOverAndNowhereElse() {
        assertThat(upgraded().isClean()).isTrue();

        late.remove(0);
        records.replaceAll(line -> line.startsWith("2100,") ? line + "0" : line);
        records.replaceAll(line -> line.startsWith("1500,") ? line + ",1" : line);
        assertThat(upgraded()).matches(found -> found.gaps() == 1 && found.wrong() == 2);
    }

    /** Version 2 took over at record 2,000, and late ones are each fiftieth. */
    private Findings upgraded() {
        if (late.isEmpty()) {
            long[] lateOfKey = new long[97];
            Map<Long, Long> seen = new HashMap<>();
            for (long number = 2_000; number < 4_000; number++) {
                int key = (int) (number % 97);
                if (number % 100 == 50 || number % 100 == 99) {
                    late.add(number + "," + key + "," + ++lateOfKey[key]);
                }
                seen.put(number, lateOfKey[key]);
            }
            records.replaceAll(line -> {
                Long count = seen.get(Long.parseLong(number(line)));
                return count == null ? line : line + "," + count;
            });
        }
        return NumberedCheck.compareUpgraded(KNOWN, 2_000, records, late);
    }

    private Findings compare() {
        return NumberedCheck.compare(KNOWN, new Committed(records, pulses, windows, tooLate));
    }

    private static String number(String line) {
        return cells(line, 1);
    }

    private static String cells(String line, int count) {
        return String.join(",", List.of(line.split(",")).subList(0, count));
    }

    private static List<String> lines(Map<String, String> rows) {
        List<String> lines = new ArrayList<>();
        rows.forEach((id, content) -> lines.add(content.isEmpty() ? id : id + "," + content));
        return lines;
    }
}
