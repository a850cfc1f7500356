package io.tidemark.api.window;

import java.io.Serializable;

/**
 * How far two records are apart. Part of the plan.
 *
 * @param <T> type of the records
 */
@FunctionalInterface
public interface DeltaFunction<T> extends Serializable {
    double getDelta(T oldDataPoint, T newDataPoint);
}
