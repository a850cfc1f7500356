package io.tidemark.api.function.async;

import java.io.Serializable;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** Strategies to ask again after a pause. Immutable, and free of memory. */
public final class AsyncRetryStrategies {
    /** Takes every answer as it comes. */
    public static final NoRetryStrategy NO_RETRY_STRATEGY = new NoRetryStrategy();

    private AsyncRetryStrategies() {}

    /** Never asks again. */
    public static final class NoRetryStrategy implements AsyncRetryStrategy<Object> {
        private static final long serialVersionUID = 1L;

        private NoRetryStrategy() {}

        @Override
        public boolean canRetry(int currentAttempts) {
            return false;
        }

        @Override
        public long getBackoffTimeMillis(int currentAttempts) {
            return 0;
        }

        @Override
        public AsyncRetryPredicate<Object> getRetryPredicate() {
            return new Reasons<>(null, null);
        }
    }

    /**
     * Asks again after the same pause each time.
     *
     * @param <OUT> type of the results
     */
    public static final class FixedDelayRetryStrategy<OUT> implements AsyncRetryStrategy<OUT> {
        private static final long serialVersionUID = 1L;

        private final int maxAttempts;
        private final long backoffTimeMillis;
        private final Reasons<OUT> reasons;

        private FixedDelayRetryStrategy(int maxAttempts, long backoffTimeMillis, Reasons<OUT> reasons) {
            this.maxAttempts = maxAttempts;
            this.backoffTimeMillis = backoffTimeMillis;
            this.reasons = reasons;
        }

        @Override
        public boolean canRetry(int currentAttempts) {
            return currentAttempts <= maxAttempts;
        }

        @Override
        public long getBackoffTimeMillis(int currentAttempts) {
            return backoffTimeMillis;
        }

        @Override
        public AsyncRetryPredicate<OUT> getRetryPredicate() {
            return reasons;
        }
    }

    /**
     * Asks again after a pause that grows by a factor each time, up to a longest one.
     *
     * @param <OUT> type of the results
     */
    public static final class ExponentialBackoffDelayRetryStrategy<OUT> implements AsyncRetryStrategy<OUT> {
        private static final long serialVersionUID = 1L;

        private final int maxAttempts;
        private final long initialDelayMillis;
        private final long maxRetryDelayMillis;
        private final double multiplier;
        private final Reasons<OUT> reasons;

        private ExponentialBackoffDelayRetryStrategy(
                int maxAttempts,
                long initialDelayMillis,
                long maxRetryDelayMillis,
                double multiplier,
                Reasons<OUT> reasons) {
            this.maxAttempts = maxAttempts;
            this.initialDelayMillis = initialDelayMillis;
            this.maxRetryDelayMillis = maxRetryDelayMillis;
            this.multiplier = multiplier;
            this.reasons = reasons;
        }

        @Override
        public boolean canRetry(int currentAttempts) {
            return currentAttempts <= maxAttempts;
        }

        @Override
        public long getBackoffTimeMillis(int currentAttempts) {
            double delay = initialDelayMillis * Math.pow(multiplier, Math.max(0, currentAttempts - 1));
            return (long) Math.min(delay, maxRetryDelayMillis);
        }

        @Override
        public AsyncRetryPredicate<OUT> getRetryPredicate() {
            return reasons;
        }
    }

    /**
     * Makes a {@link FixedDelayRetryStrategy}.
     *
     * @param <OUT> type of the results
     */
    public static final class FixedDelayRetryStrategyBuilder<OUT> {
        private final int maxAttempts;
        private final long backoffTimeMillis;
        private Reasons<OUT> reasons = new Reasons<>(null, null);

        /**
         * @param maxAttempts how often it asks again, after the first time; at least 1
         * @param backoffTimeMillis pause before each, at least 1
         */
        public FixedDelayRetryStrategyBuilder(int maxAttempts, long backoffTimeMillis) {
            this.maxAttempts = atLeastOne(maxAttempts, "maxAttempts");
            this.backoffTimeMillis = atLeastOne(backoffTimeMillis, "backoffTimeMillis");
        }

        /** Asks again for these results. */
        public FixedDelayRetryStrategyBuilder<OUT> ifResult(RetryPredicate<? super Collection<OUT>> isBad) {
            return ifResult((Predicate<? super Collection<OUT>>) isBad);
        }

        /** Asks again for these results. The predicate must be serialisable. */
        public FixedDelayRetryStrategyBuilder<OUT> ifResult(Predicate<? super Collection<OUT>> isBad) {
            reasons = new Reasons<>(Objects.requireNonNull(isBad, "isBad"), reasons.exceptions);
            return this;
        }

        /** Asks again after these errors. */
        public FixedDelayRetryStrategyBuilder<OUT> ifException(RetryPredicate<? super Throwable> mayPass) {
            return ifException((Predicate<? super Throwable>) mayPass);
        }

        /** Asks again after these errors. The predicate must be serialisable. */
        public FixedDelayRetryStrategyBuilder<OUT> ifException(Predicate<? super Throwable> mayPass) {
            reasons = new Reasons<>(reasons.results, Objects.requireNonNull(mayPass, "mayPass"));
            return this;
        }

        public FixedDelayRetryStrategy<OUT> build() {
            return new FixedDelayRetryStrategy<>(maxAttempts, backoffTimeMillis, reasons);
        }
    }

    /**
     * Makes an {@link ExponentialBackoffDelayRetryStrategy}.
     *
     * @param <OUT> type of the results
     */
    public static final class ExponentialBackoffDelayRetryStrategyBuilder<OUT> {
        private final int maxAttempts;
        private final long initialDelayMillis;
        private final long maxRetryDelayMillis;
        private final double multiplier;
        private Reasons<OUT> reasons = new Reasons<>(null, null);

        /**
         * @param maxAttempts how often it asks again, after the first time; at least 1
         * @param initialDelayMillis first pause, at least 1
         * @param maxRetryDelayMillis longest pause, not less than the first
         * @param multiplier by which each pause is longer than the one before, at least 1
         */
        public ExponentialBackoffDelayRetryStrategyBuilder(
                int maxAttempts, long initialDelayMillis, long maxRetryDelayMillis, double multiplier) {
            this.maxAttempts = atLeastOne(maxAttempts, "maxAttempts");
            this.initialDelayMillis = atLeastOne(initialDelayMillis, "initialDelayMillis");
            if (maxRetryDelayMillis < initialDelayMillis) {
                throw new IllegalArgumentException("maxRetryDelayMillis is " + maxRetryDelayMillis
                        + "; it must not be less than the first pause, " + initialDelayMillis);
            }
            if (!(multiplier >= 1)) {
                throw new IllegalArgumentException("multiplier is " + multiplier + "; it must be at least 1");
            }
            this.maxRetryDelayMillis = maxRetryDelayMillis;
            this.multiplier = multiplier;
        }

        /** Asks again for these results. */
        public ExponentialBackoffDelayRetryStrategyBuilder<OUT> ifResult(
                RetryPredicate<? super Collection<OUT>> isBad) {
            return ifResult((Predicate<? super Collection<OUT>>) isBad);
        }

        /** Asks again for these results. The predicate must be serialisable. */
        public ExponentialBackoffDelayRetryStrategyBuilder<OUT> ifResult(Predicate<? super Collection<OUT>> isBad) {
            reasons = new Reasons<>(Objects.requireNonNull(isBad, "isBad"), reasons.exceptions);
            return this;
        }

        /** Asks again after these errors. */
        public ExponentialBackoffDelayRetryStrategyBuilder<OUT> ifException(RetryPredicate<? super Throwable> mayPass) {
            return ifException((Predicate<? super Throwable>) mayPass);
        }

        /** Asks again after these errors. The predicate must be serialisable. */
        public ExponentialBackoffDelayRetryStrategyBuilder<OUT> ifException(Predicate<? super Throwable> mayPass) {
            reasons = new Reasons<>(reasons.results, Objects.requireNonNull(mayPass, "mayPass"));
            return this;
        }

        public ExponentialBackoffDelayRetryStrategy<OUT> build() {
            return new ExponentialBackoffDelayRetryStrategy<>(
                    maxAttempts, initialDelayMillis, maxRetryDelayMillis, multiplier, reasons);
        }
    }

    private static int atLeastOne(int value, String name) {
        atLeastOne((long) value, name);
        return value;
    }

    private static long atLeastOne(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be at least 1");
        }
        return value;
    }

    /** Null for none. */
    private static final class Reasons<OUT> implements AsyncRetryPredicate<OUT>, Serializable {
        private static final long serialVersionUID = 1L;

        private final Predicate<? super Collection<OUT>> results;
        private final Predicate<? super Throwable> exceptions;

        Reasons(Predicate<? super Collection<OUT>> results, Predicate<? super Throwable> exceptions) {
            this.results = results;
            this.exceptions = exceptions;
        }

        @Override
        public Optional<Predicate<Collection<OUT>>> resultPredicate() {
            return results == null ? Optional.empty() : Optional.of(results::test);
        }

        @Override
        public Optional<Predicate<Throwable>> exceptionPredicate() {
            return exceptions == null ? Optional.empty() : Optional.of(exceptions::test);
        }
    }
}
