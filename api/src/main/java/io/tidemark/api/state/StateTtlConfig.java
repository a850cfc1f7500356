package io.tidemark.api.state;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/**
 * How long state lives: each value, each entry of a map and each element of a list for itself. What has had its time is
 * removed when it is met, and by a clean-up in the background; that may be later than it is no longer returned.
 *
 * <p>The duration may be changed from one start of a job to the next. When time to live is turned on for state that there
 * is, or goes by another clock than before, that state counts as written at the start; when it is turned off, what has not
 * had its time stays.
 */
public final class StateTtlConfig implements Serializable {
    private static final long serialVersionUID = 1L;

    /** What gives state a new lease of life. */
    public enum UpdateType {
        /** Being written. */
        ON_CREATE_AND_WRITE,
        /** Being written or read. Elements of a list that does not fit into the cache are not renewed by being read. */
        ON_READ_AND_WRITE
    }

    /** What reading gives that has had its time. */
    public enum StateVisibility {
        /** Nothing. */
        NEVER_RETURN_EXPIRED,
        /** The state, once more, if it is not removed yet. */
        RETURN_EXPIRED_IF_NOT_CLEANED_UP
    }

    private final Duration timeToLive;
    private final UpdateType updateType;
    private final StateVisibility stateVisibility;
    private final TtlClock clock;

    private StateTtlConfig(Builder builder) {
        this.timeToLive = builder.timeToLive;
        this.updateType = builder.updateType;
        this.stateVisibility = builder.stateVisibility;
        this.clock = builder.clock;
    }

    /**
     * State that lives so long after it was written, by the wall clock, and is not returned afterwards; the builder changes that.
     *
     * @throws IllegalArgumentException when the time is shorter than a millisecond
     */
    public static Builder newBuilder(Duration timeToLive) {
        return new Builder(timeToLive);
    }

    public Duration getTimeToLive() {
        return timeToLive;
    }

    public UpdateType getUpdateType() {
        return updateType;
    }

    public StateVisibility getStateVisibility() {
        return stateVisibility;
    }

    public TtlClock getClock() {
        return clock;
    }

    /** Makes a configuration. */
    public static final class Builder {
        private final Duration timeToLive;
        private UpdateType updateType = UpdateType.ON_CREATE_AND_WRITE;
        private StateVisibility stateVisibility = StateVisibility.NEVER_RETURN_EXPIRED;
        private TtlClock clock = TtlClock.PROCESSING;

        private Builder(Duration timeToLive) {
            if (timeToLive.compareTo(Duration.ofMillis(1)) < 0) {
                throw new IllegalArgumentException(
                        "a time to live of " + timeToLive + ": it has to be a millisecond at least");
            }
            this.timeToLive = timeToLive;
        }

        public Builder setUpdateType(UpdateType type) {
            updateType = Objects.requireNonNull(type, "type");
            return this;
        }

        public Builder updateTtlOnCreateAndWrite() {
            return setUpdateType(UpdateType.ON_CREATE_AND_WRITE);
        }

        public Builder updateTtlOnReadAndWrite() {
            return setUpdateType(UpdateType.ON_READ_AND_WRITE);
        }

        public Builder setStateVisibility(StateVisibility visibility) {
            stateVisibility = Objects.requireNonNull(visibility, "visibility");
            return this;
        }

        public Builder neverReturnExpired() {
            return setStateVisibility(StateVisibility.NEVER_RETURN_EXPIRED);
        }

        public Builder returnExpiredIfNotCleanedUp() {
            return setStateVisibility(StateVisibility.RETURN_EXPIRED_IF_NOT_CLEANED_UP);
        }

        public Builder setClock(TtlClock by) {
            clock = Objects.requireNonNull(by, "by");
            return this;
        }

        public StateTtlConfig build() {
            return new StateTtlConfig(this);
        }
    }
}
