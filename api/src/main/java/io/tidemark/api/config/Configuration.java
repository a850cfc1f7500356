package io.tidemark.api.config;

import java.io.Serializable;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was given: text by key. Values are parsed when they are asked for with a {@link ConfigOption}. Immutable; the
 * {@code with} methods return a new one.
 */
public final class Configuration implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Configuration EMPTY = new Configuration(new TreeMap<>());

    private final TreeMap<String, String> values;

    private Configuration(TreeMap<String, String> values) {
        this.values = values;
    }

    /** A configuration in which nothing is given. */
    public static Configuration empty() {
        return EMPTY;
    }

    /** A configuration of these texts by key. */
    public static Configuration of(Map<String, String> values) {
        return new Configuration(new TreeMap<>(values));
    }

    /** Collects options one by one. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The value of an option, or its default.
     *
     * @throws InvalidConfigurationException when the text does not fit, or when the option is not given and has no
     *     default
     */
    public <T> T get(ConfigOption<T> option) {
        return find(option)
                .orElseThrow(() ->
                        new InvalidConfigurationException(option.key() + " is not set, expected " + option.expected()));
    }

    /**
     * The value of an option, or its default if it has one.
     *
     * @throws InvalidConfigurationException when the text does not fit
     */
    public <T> Optional<T> find(ConfigOption<T> option) {
        String text = values.get(option.key());
        return text == null ? option.defaultValue() : Optional.of(option.parse(text));
    }

    /** Whether the option was given. */
    public boolean contains(ConfigOption<?> option) {
        return values.containsKey(option.key());
    }

    /** A configuration with this option in addition, or instead of what it was. */
    public <T> Configuration with(ConfigOption<T> option, T value) {
        return with(option.key(), option.format(value));
    }

    /** A configuration with this text in addition, or instead of what it was. */
    public Configuration with(String key, String value) {
        TreeMap<String, String> more = new TreeMap<>(values);
        more.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, key));
        return new Configuration(more);
    }

    /** This configuration and that one, whose values win. */
    public Configuration withAll(Configuration stronger) {
        TreeMap<String, String> more = new TreeMap<>(values);
        more.putAll(stronger.values);
        return new Configuration(more);
    }

    /** A configuration without this option. */
    public Configuration without(ConfigOption<?> option) {
        TreeMap<String, String> fewer = new TreeMap<>(values);
        fewer.remove(option.key());
        return new Configuration(fewer);
    }

    /** The texts by key, in the order of the keys; secrets included. */
    public Map<String, String> toMap() {
        return Collections.unmodifiableMap(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Configuration that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** For logs: what looks like a secret is not shown. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        values.forEach((key, value) -> text.append(text.length() == 1 ? "" : ", ")
                .append(key)
                .append('=')
                .append(looksSecret(key) ? "******" : value));
        return text.append('}').toString();
    }

    /** Whether a key sounds as if its value must not be shown. */
    public static boolean looksSecret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return lower.contains("password")
                || lower.contains("secret")
                || lower.contains("token")
                || lower.contains("credential")
                || lower.endsWith("key");
    }

    /** Collects options; used by one thread. */
    public static final class Builder {
        private final TreeMap<String, String> values = new TreeMap<>();

        private Builder() {}

        public <T> Builder set(ConfigOption<T> option, T value) {
            return set(option.key(), option.format(value));
        }

        public Builder set(String key, String value) {
            values.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, key));
            return this;
        }

        public Configuration build() {
            return new Configuration(new TreeMap<>(values));
        }
    }
}
