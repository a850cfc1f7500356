package io.tidemark.api.eventtime;

import java.io.Serializable;
import java.time.Duration;

/**
 * Keeps the sources of a group together in event time: one that is further than {@code maxDrift} ahead of the slowest is not
 * read until the others have come closer. The same holds for the splits of one reader.
 *
 * @param group a name; sources with the same name are kept together
 * @param updateInterval how often the group's progress is announced to its members
 */
public record WatermarkAlignment(String group, Duration maxDrift, Duration updateInterval) implements Serializable {
    /** How often progress is announced when nothing else is said. */
    public static final Duration DEFAULT_UPDATE_INTERVAL = Duration.ofSeconds(1);

    /** @throws IllegalArgumentException when the name is empty, the drift negative or the interval shorter than 1 ms */
    public WatermarkAlignment {
        if (group.isEmpty()) {
            throw new IllegalArgumentException("an alignment group needs a name");
        }
        EventTimeMath.nonNegativeMs("the largest drift of alignment group \"" + group + "\"", maxDrift);
        if (updateInterval.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "the update interval of alignment group \"" + group + "\" is " + updateInterval);
        }
    }
}
