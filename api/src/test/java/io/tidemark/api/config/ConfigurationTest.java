package io.tidemark.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationTest {
    private static final ConfigOption<Integer> COUNT = ConfigOption.ofInt("count", 7, "A count.");
    private static final ConfigOption<Long> BIG = ConfigOption.ofLong("big", null, "A big count.");
    private static final ConfigOption<Double> RATIO = ConfigOption.ofDouble("ratio", 0.5, "A ratio.");
    private static final ConfigOption<Boolean> FLAG = ConfigOption.ofBoolean("flag", false, "A flag.");
    private static final ConfigOption<Duration> SPAN =
            ConfigOption.ofDuration("span", Duration.ofSeconds(1), "A span.");
    private static final ConfigOption<Long> SIZE = ConfigOption.ofMemory("size", 64L << 20, "A size.");
    private static final ConfigOption<RecordHandover> HANDOVER =
            ConfigOption.ofEnum("handover", RecordHandover.class, RecordHandover.SHARE, "An enum.");
    private static final ConfigOption<String> PASSWORD = ConfigOption.ofSecret("login.password", "A secret.");

    @Test
    void anOptionThatIsNotGivenHasItsDefault() {
        Configuration empty = Configuration.empty();

        assertThat(empty.get(COUNT)).isEqualTo(7);
        assertThat(empty.find(BIG)).isEmpty();
        assertThat(empty.contains(COUNT)).isFalse();
    }

    @Test
    void anOptionWithoutDefaultThatIsNotGivenIsAnErrorThatNamesIt() {
        assertThatThrownBy(() -> Configuration.empty().get(BIG))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("big is not set, expected a whole number");
    }

    @Test
    void withLeavesTheConfigurationItStartedFromAlone() {
        Configuration first = Configuration.empty().with(COUNT, 1);
        Configuration second = first.with(COUNT, 2).with("flag", "true");

        assertThat(first.get(COUNT)).isEqualTo(1);
        assertThat(second.get(COUNT)).isEqualTo(2);
        assertThat(second.get(FLAG)).isTrue();
        assertThat(second.without(FLAG).get(FLAG)).isFalse();
    }

    @Test
    void theStrongerConfigurationWins() {
        Configuration weak =
                Configuration.builder().set(COUNT, 1).set(FLAG, true).build();
        Configuration strong = Configuration.of(Map.of("count", "2"));

        assertThat(weak.withAll(strong).toMap()).isEqualTo(Map.of("count", "2", "flag", "true"));
    }

    @Test
    void aBuilderGoesOnWithoutChangingWhatItBuilt() {
        Configuration.Builder builder = Configuration.builder().set(COUNT, 1);
        Configuration built = builder.build();
        builder.set(COUNT, 2);

        assertThat(built.get(COUNT)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "10 s, 10000",
        "10s, 10000",
        "200 ms, 200",
        "200, 200",
        "1 min, 60000",
        "2 h, 7200000",
        "1 d, 86400000",
        "3 Minutes, 180000",
        "PT10S, 10000",
        "pt1m, 60000",
        "0, 0"
    })
    void aTimeSpanCanBeWrittenLikeThis(String text, long ms) {
        assertThat(SPAN.parse(text)).isEqualTo(Duration.ofMillis(ms));
    }

    @ParameterizedTest
    @CsvSource({
        "64 mb, 67108864",
        "64MB, 67108864",
        "1g, 1073741824",
        "512 k, 524288",
        "100, 100",
        "1 tb, 1099511627776"
    })
    void anAmountOfMemoryCanBeWrittenLikeThis(String text, long bytes) {
        assertThat(SIZE.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10 parsecs", "s", "-1 s", "1.5 s", "PT-1S", "P", "99999999999999999999 s", ""})
    void aTimeSpanThatIsNoneIsAnErrorThatSaysWhatOneLooksLike(String text) {
        assertThatThrownBy(() -> SPAN.parse(text))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("span: \"" + text
                        + "\" does not fit, expected a time span such as 200 ms, 10 s, 1 min, 2 h, 1 d or PT10S");
    }

    @ParameterizedTest
    @ValueSource(strings = {"64 pb", "mb", "9999999999999 gb", "-1", "1.5 gb"})
    void anAmountOfMemoryThatIsNoneIsAnError(String text) {
        assertThatThrownBy(() -> SIZE.parse(text))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("size: \"" + text + "\" does not fit, expected an amount of memory such as");
    }

    @ParameterizedTest
    @ValueSource(strings = {"share", "SHARE", "Share"})
    void anEnumIsReadInAnyCase(String text) {
        assertThat(HANDOVER.parse(text)).isEqualTo(RecordHandover.SHARE);
    }

    @Test
    void anErrorNamesKeyValueAndWhatIsExpected() {
        assertThatThrownBy(() -> COUNT.parse("ten")).hasMessage("count: \"ten\" does not fit, expected a whole number");
        assertThatThrownBy(() -> FLAG.parse("yes")).hasMessage("flag: \"yes\" does not fit, expected true or false");
        assertThatThrownBy(() -> RATIO.parse("NaN"))
                .hasMessage("ratio: \"NaN\" does not fit, expected a number such as 0.5");
        assertThatThrownBy(() -> HANDOVER.parse("give"))
                .hasMessage("handover: \"give\" does not fit, expected one of share, copy, check");
    }

    @Test
    void aSecretIsNotShown() {
        Configuration configuration =
                Configuration.empty().with(PASSWORD, "hunter2").with(COUNT, 3);

        assertThat(configuration).hasToString("{count=3, login.password=******}");
        assertThat(configuration.get(PASSWORD)).isEqualTo("hunter2");
    }

    @Property
    void aTimeSpanIsReadBackAsItWasWritten(@ForAll @LongRange(min = 0) long nanos) {
        Duration span = Duration.ofNanos(nanos);
        assertThat(SPAN.parse(SPAN.format(span))).isEqualTo(span);
    }

    @Property
    void anAmountOfMemoryIsReadBackAsItWasWritten(@ForAll @LongRange(min = 0) long bytes) {
        assertThat(SIZE.parse(SIZE.format(bytes))).isEqualTo(bytes);
        assertThat(SIZE.parse(SIZE.format(bytes >> 30 << 30))).isEqualTo(bytes >> 30 << 30);
    }
}
