package io.tidemark.api.state;

import java.io.Serializable;
import java.util.Objects;

/**
 * Names a state and says what it holds. Two descriptors of one operator with the same name mean the same state.
 *
 * @param <S> the state
 * @param <T> type of what it holds
 */
public abstract class StateDescriptor<S extends State, T> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The kinds of state. */
    public enum Kind {
        VALUE,
        LIST,
        MAP,
        REDUCING,
        AGGREGATING
    }

    private final String name;
    private StateTtlConfig ttl;

    StateDescriptor(String name) {
        Objects.requireNonNull(name, "name");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a state needs a name");
        }
        this.name = name;
    }

    /** Unique within the operator; part of every snapshot. */
    public final String getName() {
        return name;
    }

    /** Lets the state grow old. Called before the state is asked for. */
    public final void enableTimeToLive(StateTtlConfig config) {
        ttl = Objects.requireNonNull(config, "config");
    }

    /** How long the state lives; null for ever. */
    public final StateTtlConfig getTtlConfig() {
        return ttl;
    }

    public abstract Kind kind();

    @Override
    public final boolean equals(Object other) {
        return other instanceof StateDescriptor<?, ?> that && kind() == that.kind() && name.equals(that.name);
    }

    @Override
    public final int hashCode() {
        return name.hashCode();
    }

    @Override
    public final String toString() {
        return kind() + " " + name;
    }
}
