package io.tidemark.api.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which windows a timestamp is in: rows N of the semantics, and the traps on time arithmetic. */
class WindowAssignersTest {
    private static final ZoneId LOS_ANGELES = ZoneId.of("America/Los_Angeles");
    private static final Duration HOUR = Duration.ofHours(1);

    private static Duration ms(long ms) {
        return Duration.ofMillis(ms);
    }

    private static <T> String windows(WindowAssigner<T, TimeWindow> assigner, T element, long timestamp) {
        Collection<TimeWindow> windows = assigner.assignWindows(element, timestamp, () -> timestamp);
        return windows.stream()
                .map(window -> "[" + window.getStart() + "," + window.getEnd() + ")")
                .collect(Collectors.joining());
    }

    private static String windows(WindowAssigner<Object, TimeWindow> assigner, long timestamp) {
        return windows(assigner, "record", timestamp);
    }

    private static String hours(WindowAssigner<Object, TimeWindow> assigner, String instant) {
        long timestamp = Instant.parse(instant).toEpochMilli();
        return assigner.assignWindows("record", timestamp, () -> timestamp).stream()
                .map(window -> Instant.ofEpochMilli(window.getStart()) + "+"
                        + Duration.ofMillis(window.getEnd() - window.getStart()))
                .collect(Collectors.joining(" "));
    }

    @Test
    void n1_trT1_tumblingWindowsOfBothClocksHoldTheirTimeAlsoBefore1970() {
        for (WindowAssigner<Object, TimeWindow> assigner :
                List.of(TumblingEventTimeWindows.of(ms(10)), TumblingProcessingTimeWindows.of(ms(10)))) {
            assertThat(windows(assigner, -21)).isEqualTo("[-30,-20)");
            assertThat(windows(assigner, -20)).isEqualTo("[-20,-10)");
            assertThat(windows(assigner, -1)).isEqualTo("[-10,0)");
            assertThat(windows(assigner, 0)).isEqualTo("[0,10)");
            assertThat(windows(assigner, 9)).isEqualTo("[0,10)");
        }
    }

    @Test
    void n1c_anOffsetThatIsNotSmallerThanTheSizeIsRefusedWithBothInTheMessage() {
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(ms(10), ms(10)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("offset 10 ms")
                .hasMessageContaining("10 ms");
        assertThatThrownBy(() -> TumblingProcessingTimeWindows.of(ms(10), ms(-10)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SlidingEventTimeWindows.of(ms(10), ms(5), ms(-5)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(windows(TumblingEventTimeWindows.of(ms(10), ms(-9)), 0)).isEqualTo("[-9,1)");
    }

    @Test
    void n2_slidingWindowsOfARecordComeTheNewestFirst() {
        for (WindowAssigner<Object, TimeWindow> assigner :
                List.of(SlidingEventTimeWindows.of(ms(10), ms(4)), SlidingProcessingTimeWindows.of(ms(10), ms(4)))) {
            assertThat(windows(assigner, -1)).isEqualTo("[-4,6)[-8,2)");
            assertThat(windows(assigner, 0)).isEqualTo("[0,10)[-4,6)[-8,2)");
            assertThat(windows(assigner, 3)).isEqualTo("[0,10)[-4,6)");
            assertThat(windows(assigner, 4)).isEqualTo("[4,14)[0,10)[-4,6)");
            assertThat(windows(assigner, 7)).isEqualTo("[4,14)[0,10)");
            assertThat(windows(assigner, 9)).isEqualTo("[8,18)[4,14)[0,10)");
            assertThat(windows(assigner, 11)).isEqualTo("[8,18)[4,14)");
        }
    }

    @Test
    void n2b_anOffsetShiftsTheBeginningsOfSlidingWindows() {
        WindowAssigner<Object, TimeWindow> assigner = SlidingEventTimeWindows.of(ms(10), ms(5), ms(2));
        assertThat(windows(assigner, 1)).isEqualTo("[-3,7)[-8,2)");
        assertThat(windows(assigner, 2)).isEqualTo("[2,12)[-3,7)");
        assertThat(windows(assigner, 6)).isEqualTo("[2,12)[-3,7)");
        assertThat(windows(assigner, 7)).isEqualTo("[7,17)[2,12)");
        assertThat(windows(SlidingEventTimeWindows.of(ms(10), ms(5), ms(-3)), 7))
                .isEqualTo("[7,17)[2,12)");
    }

    @Test
    void n2c_aSlideLargerThanTheSizeLeavesGapsWithoutWindow() {
        WindowAssigner<Object, TimeWindow> assigner = SlidingEventTimeWindows.of(ms(4), ms(10));
        assertThat(windows(assigner, 0)).isEqualTo("[0,4)");
        assertThat(windows(assigner, 3)).isEqualTo("[0,4)");
        assertThat(windows(assigner, 4)).isEmpty();
        assertThat(windows(assigner, 9)).isEmpty();
        assertThat(windows(assigner, 10)).isEqualTo("[10,14)");
    }

    @Test
    void tm11_n1d_noWindowWrapsAroundAtTheEndsOfTime() {
        long max = Long.MAX_VALUE;
        long min = Long.MIN_VALUE;
        for (long timestamp : new long[] {min + 1, min + 5, max - 5, max - 1, max}) {
            List<TimeWindow> all = new ArrayList<>();
            for (WindowAssigner<Object, TimeWindow> assigner : List.of(
                    TumblingEventTimeWindows.of(ms(10)),
                    TumblingEventTimeWindows.of(Duration.ofDays(1)).inZone(LOS_ANGELES),
                    SlidingEventTimeWindows.of(ms(10), ms(4)),
                    SlidingEventTimeWindows.of(Duration.ofHours(2), HOUR).inZone(LOS_ANGELES),
                    CumulatingEventTimeWindows.of(ms(10), ms(5)),
                    EventTimeSessionWindows.withGap(ms(100)))) {
                all.addAll(assigner.assignWindows("record", timestamp, () -> 0));
            }
            assertThat(all).hasSizeGreaterThanOrEqualTo(7).allSatisfy(window -> {
                assertThat(window.getStart()).isLessThanOrEqualTo(timestamp);
                assertThat(window.getEnd()).isGreaterThanOrEqualTo(timestamp == max ? max : timestamp + 1);
                assertThat(window.maxTimestamp()).isGreaterThanOrEqualTo(Math.min(timestamp, max - 1));
            });
        }
    }

    @Test
    void cumulatingWindowsBeginTogetherAndEndAStepApart() {
        WindowAssigner<Object, TimeWindow> assigner = CumulatingEventTimeWindows.of(ms(10), ms(5), ms(2));
        assertThat(windows(assigner, 2)).isEqualTo("[2,7)[2,12)");
        assertThat(windows(assigner, 7)).isEqualTo("[2,12)");
        assertThat(windows(assigner, -8)).isEqualTo("[-8,-3)[-8,2)");
        assertThatThrownBy(() -> CumulatingEventTimeWindows.of(ms(10), ms(4)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("multiple");
    }

    @Test
    void n13_aSessionOfADynamicGapIsAsLongAsTheRecordsOwnAndAGapOfZeroIsRefused() {
        WindowAssigner<Integer, TimeWindow> assigner =
                EventTimeSessionWindows.withDynamicGap((Integer element) -> element);
        assertThat(windows(assigner, 9, 5)).isEqualTo("[5,14)");
        assertThatThrownBy(() -> windows(assigner, 0, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1 ms");
        assertThatThrownBy(() -> EventTimeSessionWindows.withGap(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void n5_sessionsThatTouchAreOneAndThoseAMillisecondApartAreNot() {
        List<TimeWindow> windows = List.of(
                new TimeWindow(31, 41),
                new TimeWindow(10, 20),
                new TimeWindow(42, 50),
                new TimeWindow(0, 10),
                new TimeWindow(15, 17));
        List<String> merged = new ArrayList<>();
        EventTimeSessionWindows.withGap(ms(10))
                .mergeWindows(windows, (parts, result) -> merged.add(parts.size() + " to " + result));
        assertThat(merged).containsExactly("3 to TimeWindow[0, 20)");
        TimeWindow.mergeWindows(windows, (parts, result) -> merged.add(parts.size() + " to " + result));
        assertThat(merged)
                .as("for assigners of a job's own")
                .containsExactly("3 to TimeWindow[0, 20)", "3 to TimeWindow[0, 20)");
    }

    @Test
    void trT2_aDayInLosAngelesHas23And25HoursAtTheSwitches() {
        TumblingEventTimeWindows days =
                TumblingEventTimeWindows.of(Duration.ofDays(1)).inZone(LOS_ANGELES);
        assertThat(hours(days, "2026-03-07T08:00:00Z")).isEqualTo("2026-03-07T08:00:00Z+PT24H");
        assertThat(hours(days, "2026-03-08T07:59:59Z")).isEqualTo("2026-03-07T08:00:00Z+PT24H");
        assertThat(hours(days, "2026-03-08T08:00:00Z")).isEqualTo("2026-03-08T08:00:00Z+PT23H");
        assertThat(hours(days, "2026-03-08T20:00:00Z")).isEqualTo("2026-03-08T08:00:00Z+PT23H");
        assertThat(hours(days, "2026-03-09T07:00:00Z")).isEqualTo("2026-03-09T07:00:00Z+PT24H");
        assertThat(hours(days, "2026-11-01T07:00:00Z")).isEqualTo("2026-11-01T07:00:00Z+PT25H");
        assertThat(hours(days, "2026-11-02T07:59:59Z")).isEqualTo("2026-11-01T07:00:00Z+PT25H");
        assertThat(hours(days, "2026-11-02T08:00:00Z")).isEqualTo("2026-11-02T08:00:00Z+PT24H");
    }

    @Test
    void trT2_overTheRepeatedHourNoWindowStartComesTwice() {
        SlidingEventTimeWindows sliding =
                SlidingEventTimeWindows.of(HOUR, Duration.ofMinutes(30)).inZone(LOS_ANGELES);
        assertThat(hours(sliding, "2026-11-01T08:45:00Z"))
                .isEqualTo("2026-11-01T08:30:00Z+PT1H 2026-11-01T08:00:00Z+PT1H");
        assertThat(hours(sliding, "2026-11-01T09:15:00Z"))
                .isEqualTo("2026-11-01T09:00:00Z+PT1H 2026-11-01T08:30:00Z+PT1H");
        TumblingEventTimeWindows hours = TumblingEventTimeWindows.of(HOUR).inZone(LOS_ANGELES);
        assertThat(hours(hours, "2026-11-01T08:45:00Z")).isEqualTo("2026-11-01T08:00:00Z+PT1H");
        assertThat(hours(hours, "2026-11-01T09:45:00Z")).isEqualTo("2026-11-01T09:00:00Z+PT1H");
    }

    @Test
    void trT2_windowsOfSixHoursBeginAtTheSixthHourOfTheClockAlsoOnTheDaysOfTheSwitches() {
        TumblingEventTimeWindows windows =
                TumblingEventTimeWindows.of(Duration.ofHours(6)).inZone(LOS_ANGELES);
        assertThat(hours(windows, "2026-03-08T09:00:00Z")).isEqualTo("2026-03-08T08:00:00Z+PT5H");
        assertThat(hours(windows, "2026-03-08T13:00:00Z")).isEqualTo("2026-03-08T13:00:00Z+PT6H");
        assertThat(hours(windows, "2026-11-01T13:59:59Z")).isEqualTo("2026-11-01T07:00:00Z+PT7H");
        assertThat(hours(windows, "2026-11-01T14:00:00Z")).isEqualTo("2026-11-01T14:00:00Z+PT6H");
    }

    @Test
    void trT2_slidingAndCumulatingDaysInAZoneAreMadeOfItsDays() {
        SlidingEventTimeWindows twoDays = SlidingEventTimeWindows.of(Duration.ofDays(2), Duration.ofDays(1))
                .inZone(LOS_ANGELES);
        assertThat(hours(twoDays, "2026-03-08T12:00:00Z"))
                .isEqualTo("2026-03-08T08:00:00Z+PT47H 2026-03-07T08:00:00Z+PT47H");
        CumulatingEventTimeWindows soFar = CumulatingEventTimeWindows.of(Duration.ofDays(1), Duration.ofHours(12))
                .inZone(LOS_ANGELES);
        assertThat(hours(soFar, "2026-11-01T07:00:00Z"))
                .isEqualTo("2026-11-01T07:00:00Z+PT13H 2026-11-01T07:00:00Z+PT25H");
        assertThatThrownBy(() -> SlidingEventTimeWindows.of(Duration.ofMinutes(50), Duration.ofMinutes(20))
                        .inZone(LOS_ANGELES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("multiple of the slide");
    }

    /** Clocks that go over midnight, by half an hour, by a minute past midnight, and over a whole day. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "America/Los_Angeles",
                "America/Havana",
                "America/Sao_Paulo",
                "America/St_Johns",
                "Australia/Lord_Howe",
                "Asia/Kolkata",
                "Pacific/Apia"
            })
    void trT2_aDayOfAnyZoneIsFromTheFirstMomentOfItsDateToThatOfTheNext(String id) {
        ZoneId zone = ZoneId.of(id);
        TreeSet<Long> midnights = new TreeSet<>();
        for (LocalDate day = LocalDate.of(1985, 1, 1); day.getYear() < 2030; day = day.plusDays(1)) {
            midnights.add(day.atStartOfDay(zone).toInstant().toEpochMilli());
        }
        TimeGrid days =
                TumblingEventTimeWindows.of(Duration.ofDays(1)).inZone(zone).grid();
        long end = ZonedDateTime.of(2029, 12, 30, 0, 0, 0, 0, zone).toInstant().toEpochMilli();
        long step = Duration.ofMinutes(97).toMillis();
        for (long time = midnights.first(); time < end; time += step) {
            assertThat(days.containing(time))
                    .as("%s in %s", Instant.ofEpochMilli(time), id)
                    .isEqualTo(new TimeWindow(midnights.floor(time), midnights.higher(time)));
        }
    }

    /** Whatever the size: windows follow each other, and each is found from all times in it. */
    @ParameterizedTest
    @ValueSource(longs = {15, 30, 40, 60, 90, 120, 300, 1440, 10080})
    void trT2_windowsOfAnyZoneFollowEachOtherWithoutGapAndHoldEachTimeOnce(long minutes) {
        for (String id : List.of("America/Los_Angeles", "Australia/Lord_Howe", "America/St_Johns", "Europe/Dublin")) {
            TimeGrid grid = TimeGrid.of("size", Duration.ofMinutes(minutes), Duration.ofMinutes(7))
                    .inZone(ZoneId.of(id));
            TimeGrid again = TimeGrid.of("size", Duration.ofMinutes(minutes), Duration.ofMinutes(7))
                    .inZone(ZoneId.of(id));
            long time = Instant.parse("2005-02-01T00:00:00Z").toEpochMilli();
            long end = Instant.parse("2007-01-01T00:00:00Z").toEpochMilli();
            TimeWindow window = grid.containing(time);
            while (window.getEnd() < end) {
                TimeWindow next = grid.after(window);
                assertThat(next.getStart()).isEqualTo(window.getEnd());
                assertThat(next.getEnd()).isGreaterThan(next.getStart());
                assertThat(again.before(next)).isEqualTo(window);
                long middle = (next.getStart() + next.getEnd()) / 2;
                assertThat(again.containing(middle)).isEqualTo(next);
                window = next;
            }
        }
    }
}
