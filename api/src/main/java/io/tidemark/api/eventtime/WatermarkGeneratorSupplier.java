package io.tidemark.api.eventtime;

import java.io.Serializable;
import java.time.Duration;

/**
 * Makes the {@link WatermarkGenerator} of a split or a subtask; called once for each.
 *
 * @param <T> record type
 */
@FunctionalInterface
public interface WatermarkGeneratorSupplier<T> extends Serializable {
    WatermarkGenerator<T> createWatermarkGenerator(Context context);

    /** What a generator may know about where it runs. */
    interface Context {
        /** The job's class loader. */
        ClassLoader userClassLoader();

        /** What {@code pipeline.auto-watermark-interval} says; zero when there is no periodic call. */
        Duration autoWatermarkInterval();
    }
}
