package io.tidemark.deploy.cli;

import io.tidemark.api.config.ConfigOption;
import java.util.Map;
import java.util.TreeMap;

/** Options of the configuration from {@code -D} and from options of a command that stand for them, which win. */
final class OptionArguments {
    private final Map<String, String> values;

    OptionArguments(Map<String, String> values) {
        this.values = new TreeMap<>(values);
    }

    /** Null: not given. */
    <T> OptionArguments put(ConfigOption<T> option, T value) {
        if (value != null) {
            values.put(option.key(), option.format(value));
        }
        return this;
    }

    Map<String, String> toMap() {
        return values;
    }
}
