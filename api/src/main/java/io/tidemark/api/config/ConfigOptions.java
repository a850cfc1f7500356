package io.tidemark.api.config;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The options of one or several holder classes, in the order of their keys. The reference page is made from it. */
public final class ConfigOptions {
    private final Map<String, ConfigOption<?>> byKey;

    private ConfigOptions(Map<String, ConfigOption<?>> byKey) {
        this.byKey = Collections.unmodifiableMap(byKey);
    }

    /**
     * Collects the {@code public static final} options of public classes.
     *
     * @throws IllegalStateException when two fields declare the same key
     */
    public static ConfigOptions of(Class<?>... holders) {
        Map<String, ConfigOption<?>> byKey = new TreeMap<>();
        for (Class<?> holder : holders) {
            for (Field field : holder.getFields()) {
                if (field.getType() == ConfigOption.class && Modifier.isStatic(field.getModifiers())) {
                    add(byKey, field);
                }
            }
        }
        return new ConfigOptions(byKey);
    }

    private static void add(Map<String, ConfigOption<?>> byKey, Field field) {
        ConfigOption<?> option;
        try {
            option = (ConfigOption<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("option holder is not public: " + field, e);
        }
        ConfigOption<?> earlier = byKey.put(option.key(), option);
        if (earlier != null && earlier != option) {
            throw new IllegalStateException("option " + option.key() + " is declared twice, once by " + field);
        }
    }

    /** All options. */
    public Collection<ConfigOption<?>> all() {
        return byKey.values();
    }

    /** The option with this key. */
    public Optional<ConfigOption<?>> find(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /**
     * Checks that every key is known and that every value fits.
     *
     * @throws InvalidConfigurationException naming the first key that does not, and the nearest known key or what is
     *     expected
     */
    public void check(Configuration configuration) {
        for (Map.Entry<String, String> entry : configuration.toMap().entrySet()) {
            ConfigOption<?> option = byKey.get(entry.getKey());
            if (option == null) {
                throw unknown(entry.getKey());
            }
            option.parse(entry.getValue());
        }
    }

    private InvalidConfigurationException unknown(String key) {
        String hint = NearestName.of(key, byKey.keySet())
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElse("");
        return new InvalidConfigurationException("there is no option " + key + hint);
    }
}
