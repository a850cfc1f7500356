package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.api.AsyncDataStream;
import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.function.CoGroupFunction;
import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.async.AsyncFunction;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An error of a plan names the line of the author's code, whatever of the API it went through. */
class LineOfTheAuthorTest {
    private static final TumblingEventTimeWindows TEN = TumblingEventTimeWindows.of(Duration.ofMillis(10));
    private static final DataStream<String> STREAM =
            StreamExecutionEnvironment.getExecutionEnvironment().fromData("a", "b");

    private static <T> T any(T value) {
        return value;
    }

    /** Each is of a line here, of which the error is to tell. */
    enum Mistake {
        WINDOWS_OVER_A_WHOLE_STREAM(() -> STREAM.windowAll(TEN).sum("size")),
        AGGREGATED_WINDOWS_OVER_A_WHOLE_STREAM(
                () -> STREAM.<TimeWindow>windowAll(TEN).max("size")),
        WHERE_OF_A_JOIN(() -> STREAM.join(STREAM).where(untyped())),
        EQUAL_TO_OF_A_JOIN(() -> STREAM.join(STREAM).where(s -> s, Types.STRING).equalTo(any(s -> s), any(wrong()))),
        JOIN(() -> STREAM.join(STREAM)
                .where(s -> s, Types.STRING)
                .equalTo(s -> s)
                .window(TEN)
                .apply((a, b) -> Optional.of(a))
                .getType()),
        WHERE_OF_A_CO_GROUP(() -> STREAM.coGroup(STREAM).where(untyped())),
        CO_GROUP(() -> STREAM.coGroup(STREAM)
                .where(s -> s, Types.STRING)
                .equalTo(s -> s)
                .window(TEN)
                .apply(both())
                .getType()),
        WAIT_FOR_ANSWERS(() -> AsyncDataStream.orderedWait(STREAM, asked(), 1, TimeUnit.SECONDS)
                .getType()),
        KEY_WITHOUT_A_TYPE(() -> STREAM.keyBy(untyped())),
        NO_KEY(() -> STREAM.keyBy(s -> new int[] {1})),
        CAPACITY(() -> AsyncDataStream.orderedWait(STREAM, asked(), 1, TimeUnit.SECONDS, 0));

        private final ThrowingCallable line;

        Mistake(ThrowingCallable line) {
            this.line = line;
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static KeySelector<String, Object> untyped() {
        return (KeySelector) (KeySelector<String, Optional<String>>) Optional::of;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static TypeInformation<String> wrong() {
        return (TypeInformation) Types.LONG;
    }

    private static <R> CoGroupFunction<String, String, R> both() {
        return (a, b, out) -> {};
    }

    private static <R> AsyncFunction<String, R> asked() {
        return (record, answer) -> {};
    }

    @ParameterizedTest
    @EnumSource
    void anErrorNamesTheLineOfTheAuthor(Mistake mistake) {
        assertThat(catchThrowable(mistake.line)).hasMessageContaining("(LineOfTheAuthorTest.java:");
    }
}
