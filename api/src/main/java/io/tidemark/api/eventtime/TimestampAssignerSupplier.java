package io.tidemark.api.eventtime;

import java.io.Serializable;

/**
 * Makes the {@link TimestampAssigner} of a task.
 *
 * @param <T> record type
 */
@FunctionalInterface
public interface TimestampAssignerSupplier<T> extends Serializable {
    TimestampAssigner<T> createTimestampAssigner(Context context);

    /** What an assigner may know about where it runs. */
    interface Context {
        /** The job's class loader. */
        ClassLoader userClassLoader();
    }
}
