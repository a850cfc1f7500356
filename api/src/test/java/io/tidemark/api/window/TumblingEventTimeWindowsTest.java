package io.tidemark.api.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import java.math.BigInteger;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TumblingEventTimeWindowsTest {
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private static TimeWindow windowOf(TumblingEventTimeWindows assigner, long timestamp) {
        return assigner.assignWindows("record", timestamp, () -> 0).iterator().next();
    }

    @ParameterizedTest
    @CsvSource({
        "-21, -30, -20",
        "-20, -20, -10",
        "-11, -20, -10",
        "-10, -10, 0",
        "-1, -10, 0",
        "0, 0, 10",
        "9, 0, 10",
        "10, 10, 20"
    })
    void n1_aWindowOfTenContainsItsRecord(long timestamp, long start, long end) {
        assertThat(windowOf(TumblingEventTimeWindows.of(Duration.ofMillis(10)), timestamp))
                .isEqualTo(new TimeWindow(start, end));
    }

    @ParameterizedTest
    @CsvSource({"3, -8, -17, -7", "3, 2, -7, 3", "3, 3, 3, 13", "-3, -4, -13, -3", "-3, 6, -3, 7", "-3, 7, 7, 17"})
    void n1b_anOffsetMovesTheGridEitherWay(long offset, long timestamp, long start, long end) {
        assertThat(windowOf(TumblingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(offset)), timestamp))
                .isEqualTo(new TimeWindow(start, end));
    }

    @ParameterizedTest
    @CsvSource({"10", "-10", "11", "-25"})
    void anOffsetThatIsNotSmallerThanTheSizeIsRefusedNamingBoth(long offset) {
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(offset)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the offset of a tumbling window must be smaller than its size: offset " + offset
                        + " ms, size 10 ms");
    }

    @Test
    void aSizeBelowOneMillisecondIsRefused() {
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(Duration.ofNanos(999_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be at least 1 ms");
    }

    @Test
    void n1e_aRecordWithoutTimestampIsAnErrorThatSaysWhatToWrite() {
        assertThatThrownBy(() -> windowOf(TumblingEventTimeWindows.of(Duration.ofMillis(10)), Long.MIN_VALUE))
                .hasMessageContaining("a record without a timestamp cannot be in an event-time window")
                .hasMessageContaining("assignTimestampsAndWatermarks")
                .hasMessageContaining("record");
    }

    @Test
    void tm11_windowsAtTheEndsOfTimeStopThere() {
        assertThat(TimeWindow.containing(Long.MAX_VALUE, 0, 10))
                .isEqualTo(new TimeWindow(Long.MAX_VALUE - 7, Long.MAX_VALUE));
        assertThat(TimeWindow.containing(Long.MIN_VALUE + 1, 0, 10))
                .isEqualTo(new TimeWindow(Long.MIN_VALUE, Long.MIN_VALUE + 8));
        assertThat(new TimeWindow(Long.MIN_VALUE, Long.MIN_VALUE).maxTimestamp())
                .isEqualTo(Long.MIN_VALUE);
    }

    @Property
    void trT1_startAndEndAreFloorArithmeticThatSaturates(
            @ForAll long timestamp, @ForAll long offset, @ForAll @LongRange(min = 1) long size) {
        BigInteger t = BigInteger.valueOf(timestamp);
        BigInteger s = BigInteger.valueOf(size);
        BigInteger start = t.subtract(t.subtract(BigInteger.valueOf(offset)).mod(s));
        TimeWindow expected = new TimeWindow(
                start.max(MIN).longValueExact(), start.add(s).min(MAX).longValueExact());

        TimeWindow window = TimeWindow.containing(timestamp, offset, size);
        assertThat(window).isEqualTo(expected);
        assertThat(TimeWindow.getWindowStartWithOffset(timestamp, offset, size)).isEqualTo(expected.getStart());
        assertThat(window.getStart()).isLessThanOrEqualTo(timestamp);
        if (timestamp < Long.MAX_VALUE) {
            assertThat(window.maxTimestamp()).isGreaterThanOrEqualTo(timestamp);
        }
    }

    @Property
    void trT1_everyTimestampOfAWindowHasThatWindow(
            @ForAll @LongRange(min = -1000, max = 1000) long timestamp,
            @ForAll @LongRange(min = 1, max = 50) long size,
            @ForAll @LongRange(min = -49, max = 49) long offset) {
        TimeWindow window = TimeWindow.containing(timestamp, offset, size);

        assertThat(window.getEnd() - window.getStart()).isEqualTo(size);
        assertThat(TimeWindow.containing(window.getStart(), offset, size)).isEqualTo(window);
        assertThat(TimeWindow.containing(window.maxTimestamp(), offset, size)).isEqualTo(window);
        assertThat(TimeWindow.containing(window.getEnd(), offset, size).getStart())
                .isEqualTo(window.getEnd());
    }

    @Property
    void aWindowIsReadBackAsItWasWritten(@ForAll long start, @ForAll long end) {
        TimeWindow window = new TimeWindow(start, end);
        BinaryWriter out = new BinaryWriter(16);
        TimeWindow.serializer().serialize(window, out);

        assertThat(out.length()).isEqualTo(16);
        assertThat(TimeWindow.serializer().deserialize(new BinaryReader(out.toByteArray())))
                .isEqualTo(window);
    }

    @Test
    void windowsThatTouchIntersectAndTheirCoverContainsBoth() {
        TimeWindow first = new TimeWindow(0, 10);

        assertThat(first.intersects(new TimeWindow(10, 20))).isTrue();
        assertThat(first.intersects(new TimeWindow(11, 20))).isFalse();
        assertThat(first.cover(new TimeWindow(5, 20))).isEqualTo(new TimeWindow(0, 20));
    }
}
