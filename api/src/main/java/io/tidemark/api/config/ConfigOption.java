package io.tidemark.api.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One option: its key, the type of its values, its default and what it is for. Declare options as {@code public static
 * final} fields of a holder class, such as {@link JobOptions}; {@link ConfigOptions} finds them there.
 *
 * @param <T> type of the values
 */
public final class ConfigOption<T> {
    private final String key;
    private final Class<T> type;
    private final T defaultValue;
    private final String doc;
    private final boolean secret;
    private final String expected;
    private final Function<String, T> parser;
    private final Function<T, String> formatter;

    private ConfigOption(
            String key,
            Class<T> type,
            T defaultValue,
            String doc,
            boolean secret,
            String expected,
            Function<String, T> parser,
            Function<T, String> formatter) {
        this.key = Objects.requireNonNull(key, "key");
        this.type = type;
        this.defaultValue = defaultValue;
        this.doc = Objects.requireNonNull(doc, "doc");
        this.secret = secret;
        this.expected = expected;
        this.parser = parser;
        this.formatter = formatter;
    }

    /** An option of whole numbers. A default of null means that there is none. */
    public static ConfigOption<Integer> ofInt(String key, Integer defaultValue, String doc) {
        return new ConfigOption<>(
                key, Integer.class, defaultValue, doc, false, "a whole number", Integer::valueOf, String::valueOf);
    }

    /** An option of whole numbers from {@code min} to {@code max}. A default of null means that there is none. */
    public static ConfigOption<Integer> ofInt(String key, Integer defaultValue, int min, int max, String doc) {
        String expected =
                max == Integer.MAX_VALUE ? "a whole number from " + min : "a whole number from " + min + " to " + max;
        return new ConfigOption<>(
                key,
                Integer.class,
                defaultValue,
                doc,
                false,
                expected,
                text -> parseInt(text, min, max),
                String::valueOf);
    }

    /** An option of whole numbers of 64 bits. A default of null means that there is none. */
    public static ConfigOption<Long> ofLong(String key, Long defaultValue, String doc) {
        return new ConfigOption<>(
                key, Long.class, defaultValue, doc, false, "a whole number", Long::valueOf, String::valueOf);
    }

    /** An option of finite decimal numbers. A default of null means that there is none. */
    public static ConfigOption<Double> ofDouble(String key, Double defaultValue, String doc) {
        return new ConfigOption<>(
                key,
                Double.class,
                defaultValue,
                doc,
                false,
                "a number such as 0.5",
                ConfigOption::parseFinite,
                String::valueOf);
    }

    /** An option that is true or false. A default of null means that there is none. */
    public static ConfigOption<Boolean> ofBoolean(String key, Boolean defaultValue, String doc) {
        return new ConfigOption<>(
                key,
                Boolean.class,
                defaultValue,
                doc,
                false,
                "true or false",
                ConfigOption::parseBoolean,
                String::valueOf);
    }

    /** An option of text. A default of null means that there is none. */
    public static ConfigOption<String> ofString(String key, String defaultValue, String doc) {
        return new ConfigOption<>(
                key, String.class, defaultValue, doc, false, "text", Function.identity(), Function.identity());
    }

    /** An option of text that is never shown in a message, a log or a page. It has no default. */
    public static ConfigOption<String> ofSecret(String key, String doc) {
        return new ConfigOption<>(key, String.class, null, doc, true, "text", Function.identity(), Function.identity());
    }

    /** An option of time spans, such as {@code 200 ms}, {@code 10 s}, {@code 1 min} or {@code PT10S}. */
    public static ConfigOption<Duration> ofDuration(String key, Duration defaultValue, String doc) {
        return new ConfigOption<>(
                key, Duration.class, defaultValue, doc, false, TimeSpans.EXPECTED, TimeSpans::parse, TimeSpans::format);
    }

    /** An option of amounts of memory, such as {@code 64 mb}, in bytes; 1 kb is 1024 bytes. */
    public static ConfigOption<Long> ofMemory(String key, Long defaultBytes, String doc) {
        return new ConfigOption<>(
                key,
                Long.class,
                defaultBytes,
                doc,
                false,
                MemorySizes.EXPECTED,
                MemorySizes::parse,
                MemorySizes::format);
    }

    /**
     * An option whose values are the constants of an enum, written in any case, with {@code -} or {@code _}. A default
     * of null means that there is none.
     */
    public static <E extends Enum<E>> ConfigOption<E> ofEnum(String key, Class<E> type, E defaultValue, String doc) {
        String names =
                Arrays.stream(type.getEnumConstants()).map(ConfigOption::nameOf).collect(Collectors.joining(", "));
        return new ConfigOption<>(
                key,
                type,
                defaultValue,
                doc,
                false,
                "one of " + names,
                text -> parseEnum(type, text),
                ConfigOption::nameOf);
    }

    public String key() {
        return key;
    }

    /** The class of the values. */
    public Class<T> type() {
        return type;
    }

    /** What holds when the option is not given. */
    public Optional<T> defaultValue() {
        return Optional.ofNullable(defaultValue);
    }

    /** The default as one would write it; empty when there is none. */
    public Optional<String> defaultText() {
        return defaultValue().map(formatter);
    }

    /** What the option is for, in a sentence or two, for people. */
    public String doc() {
        return doc;
    }

    /** Whether the value must never be shown. */
    public boolean isSecret() {
        return secret;
    }

    /** What a value looks like, for people. */
    public String expected() {
        return expected;
    }

    /**
     * The value that a text stands for.
     *
     * @throws InvalidConfigurationException naming the key, the text and what is expected instead
     */
    public T parse(String text) {
        try {
            return parser.apply(text.strip());
        } catch (IllegalArgumentException | ArithmeticException e) {
            String shown = secret ? "its value" : "\"" + text + "\"";
            throw new InvalidConfigurationException(key + ": " + shown + " does not fit, expected " + expected);
        }
    }

    /** The text that {@link #parse} reads back as this value. */
    public String format(T value) {
        return formatter.apply(value);
    }

    @Override
    public String toString() {
        return key;
    }

    private static Integer parseInt(String text, int min, int max) {
        int value = Integer.parseInt(text);
        if (value < min || value > max) {
            throw new IllegalArgumentException(text);
        }
        return value;
    }

    private static Double parseFinite(String text) {
        double value = Double.parseDouble(text);
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(text);
        }
        return value;
    }

    private static Boolean parseBoolean(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> E parseEnum(Class<E> type, String text) {
        return Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
