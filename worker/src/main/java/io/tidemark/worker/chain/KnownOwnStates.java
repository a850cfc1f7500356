package io.tidemark.worker.chain;

import io.tidemark.api.type.TypeSerializer;
import java.util.Map;

/** An operator whose own lists are known without opening it, which would reach for something outside of the job. */
public interface KnownOwnStates {
    /** The lists that it asks for when it opens, by name. */
    Map<String, TypeSerializer<?>> ownStates();
}
