package io.tidemark.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigOptionsTest {

    /** Options of another room. */
    public static final class OtherOptions {
        private OtherOptions() {}

        public static final ConfigOption<Integer> SLOTS = ConfigOption.ofInt("worker.slots", 2, "Slots.");
    }

    /** Options that claim a key that is taken. */
    public static final class ClashingOptions {
        private ClashingOptions() {}

        public static final ConfigOption<Integer> SLOTS = ConfigOption.ofInt("worker.slots", 3, "Slots.");
    }

    @Test
    void theOptionsOfSeveralHoldersAreFoundByKey() {
        ConfigOptions options = ConfigOptions.of(JobOptions.class, OtherOptions.class);

        assertThat(options.find("worker.slots")).contains(OtherOptions.SLOTS);
        assertThat(options.find("pipeline.auto-watermark-interval")).contains(JobOptions.AUTO_WATERMARK_INTERVAL);
        assertThat(options.all()).hasSizeGreaterThan(8);
    }

    @Test
    void everyOptionHasADocAndADefaultThatCanBeReadBack() {
        for (ConfigOption<?> option : ConfigOptions.of(JobOptions.class).all()) {
            assertThat(option.doc()).as(option.key()).endsWith(".");
            option.defaultText()
                    .ifPresent(text -> assertThat((Object) option.parse(text))
                            .as(option.key())
                            .isEqualTo(option.defaultValue().orElseThrow()));
        }
    }

    @Test
    void anUnknownKeyIsAnErrorThatNamesTheNearest() {
        ConfigOptions options = ConfigOptions.of(JobOptions.class, OtherOptions.class);

        assertThatThrownBy(() -> options.check(Configuration.empty().with("paralelism.default", "2")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("there is no option paralelism.default; did you mean parallelism.default?");
        assertThatThrownBy(() -> options.check(Configuration.empty().with("zzz", "2")))
                .hasMessage("there is no option zzz");
    }

    @Test
    void aValueThatDoesNotFitIsFoundByTheCheck() {
        assertThatThrownBy(() -> ConfigOptions.of(OtherOptions.class)
                        .check(Configuration.empty().with("worker.slots", "many")))
                .hasMessageStartingWith("worker.slots: \"many\" does not fit");
    }

    @Test
    void oneKeyDeclaredTwiceIsABug() {
        assertThatThrownBy(() -> ConfigOptions.of(OtherOptions.class, ClashingOptions.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("worker.slots is declared twice");
    }

    @Test
    void theNearestNameIsTheOneWithTheFewestEdits() {
        List<String> names = List.of("window", "widow", "wind");

        assertThat(NearestName.of("windw", names)).contains("wind");
        assertThat(NearestName.of("WINDOWS", names)).contains("window");
        assertThat(NearestName.of("quite another", names)).isEmpty();
        assertThat(NearestName.of("x", List.of())).isEmpty();
    }
}
