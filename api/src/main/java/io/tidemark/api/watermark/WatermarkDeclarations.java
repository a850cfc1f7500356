package io.tidemark.api.watermark;

import java.util.Objects;

/**
 * Where declarations of watermarks begin.
 *
 * <pre>{@code
 * static final LongWatermarkDeclaration NEWEST = WatermarkDeclarations.newBuilder("newest-order")
 *         .typeLong()
 *         .combineFunctionMax()
 *         .build();
 * }</pre>
 */
public final class WatermarkDeclarations {
    /** Identifiers that begin so are those of event time. */
    public static final String RESERVED_PREFIX = "BUILTIN_API_";

    /** The longest identifier: it travels with every value. */
    public static final int MAX_IDENTIFIER_LENGTH = 128;

    private WatermarkDeclarations() {}

    /**
     * Begins a declaration.
     *
     * @param identifier unique within the job; case counts
     * @throws IllegalArgumentException when it is blank, longer than {@value #MAX_IDENTIFIER_LENGTH} characters, or reserved
     */
    public static WatermarkBuilder newBuilder(String identifier) {
        Objects.requireNonNull(identifier, "identifier");
        if (identifier.isBlank() || identifier.length() > MAX_IDENTIFIER_LENGTH) {
            throw new IllegalArgumentException("a watermark's identifier has 1 to " + MAX_IDENTIFIER_LENGTH
                    + " characters, this one " + identifier.length() + ": \"" + identifier + "\"");
        }
        if (identifier.startsWith(RESERVED_PREFIX)) {
            throw new IllegalArgumentException("the identifier \"" + identifier
                    + "\" is reserved for event time, which needs no declaration; choose one that does not begin with "
                    + RESERVED_PREFIX);
        }
        return new WatermarkBuilder(identifier);
    }

    /** A declaration whose type is not chosen yet. */
    public static final class WatermarkBuilder {
        private final String identifier;

        private WatermarkBuilder(String identifier) {
            this.identifier = identifier;
        }

        /** It carries numbers; without more words the smallest one counts, and it goes on. */
        public LongWatermarkBuilder typeLong() {
            return new LongWatermarkBuilder(identifier);
        }

        /** It carries flags; without more words all must be true, and it goes on. */
        public BoolWatermarkBuilder typeBool() {
            return new BoolWatermarkBuilder(identifier);
        }
    }

    /** A declaration of numbers. */
    public static final class LongWatermarkBuilder {
        private final String identifier;
        private WatermarkCombinationFunction function = WatermarkCombinationFunction.MIN;
        private boolean waitForAllChannels;
        private WatermarkHandlingStrategy strategy = WatermarkHandlingStrategy.FORWARD;

        private LongWatermarkBuilder(String identifier) {
            this.identifier = identifier;
        }

        /** The smallest of the channels' latest values. */
        public LongWatermarkBuilder combineFunctionMin() {
            function = WatermarkCombinationFunction.MIN;
            return this;
        }

        /** The largest of the channels' latest values. */
        public LongWatermarkBuilder combineFunctionMax() {
            function = WatermarkCombinationFunction.MAX;
            return this;
        }

        /** Whether nothing comes out before every channel that has not ended has sent a value. */
        public LongWatermarkBuilder combineWaitForAllChannels(boolean combineWaitForAllChannels) {
            waitForAllChannels = combineWaitForAllChannels;
            return this;
        }

        /** What becomes of values that functions have only looked at. */
        public LongWatermarkBuilder defaultHandlingStrategy(WatermarkHandlingStrategy defaultHandlingStrategy) {
            strategy = Objects.requireNonNull(defaultHandlingStrategy, "defaultHandlingStrategy");
            return this;
        }

        /** Values that functions have only looked at go on. */
        public LongWatermarkBuilder defaultHandlingStrategyForward() {
            return defaultHandlingStrategy(WatermarkHandlingStrategy.FORWARD);
        }

        /** Values that functions have only looked at end there. */
        public LongWatermarkBuilder defaultHandlingStrategyIgnore() {
            return defaultHandlingStrategy(WatermarkHandlingStrategy.IGNORE);
        }

        public LongWatermarkDeclaration build() {
            return new LongWatermarkDeclaration(
                    new WatermarkContents(identifier, function, waitForAllChannels, strategy));
        }
    }

    /** A declaration of flags. */
    public static final class BoolWatermarkBuilder {
        private final String identifier;
        private WatermarkCombinationFunction function = WatermarkCombinationFunction.AND;
        private boolean waitForAllChannels;
        private WatermarkHandlingStrategy strategy = WatermarkHandlingStrategy.FORWARD;

        private BoolWatermarkBuilder(String identifier) {
            this.identifier = identifier;
        }

        /** True when the latest values of all channels are. */
        public BoolWatermarkBuilder combineFunctionAND() {
            function = WatermarkCombinationFunction.AND;
            return this;
        }

        /** True when the latest value of one channel is. */
        public BoolWatermarkBuilder combineFunctionOR() {
            function = WatermarkCombinationFunction.OR;
            return this;
        }

        /** Whether nothing comes out before every channel that has not ended has sent a value. */
        public BoolWatermarkBuilder combineWaitForAllChannels(boolean combineWaitForAllChannels) {
            waitForAllChannels = combineWaitForAllChannels;
            return this;
        }

        /** What becomes of values that functions have only looked at. */
        public BoolWatermarkBuilder defaultHandlingStrategy(WatermarkHandlingStrategy defaultHandlingStrategy) {
            strategy = Objects.requireNonNull(defaultHandlingStrategy, "defaultHandlingStrategy");
            return this;
        }

        /** Values that functions have only looked at go on. */
        public BoolWatermarkBuilder defaultHandlingStrategyForward() {
            return defaultHandlingStrategy(WatermarkHandlingStrategy.FORWARD);
        }

        /** Values that functions have only looked at end there. */
        public BoolWatermarkBuilder defaultHandlingStrategyIgnore() {
            return defaultHandlingStrategy(WatermarkHandlingStrategy.IGNORE);
        }

        public BoolWatermarkDeclaration build() {
            return new BoolWatermarkDeclaration(
                    new WatermarkContents(identifier, function, waitForAllChannels, strategy));
        }
    }
}
