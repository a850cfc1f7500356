package io.tidemark.network.gate;

import io.tidemark.api.watermark.WatermarkDeclaration;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The declared watermarks of one gate: a {@link WatermarkCombiner} for each identifier of which a value has come, and the
 * combinations that came out and that the task has not been told yet.
 *
 * <p>One thread.
 */
final class DeclaredCombiners {
    private final Map<String, WatermarkDeclaration> declarations;
    private final int channels;
    private final BitSet closed = new BitSet();
    private final SortedMap<String, WatermarkCombiner> combiners = new TreeMap<>();
    private final Set<String> untold = new LinkedHashSet<>();

    /** @param declarations of the whole job, by identifier */
    DeclaredCombiners(Map<String, WatermarkDeclaration> declarations, int channels) {
        this.declarations = declarations;
        this.channels = channels;
    }

    void onValue(int channel, String identifier, long value, long nowMs) {
        WatermarkDeclaration declaration = declarations.get(identifier);
        if (declaration == null) {
            throw new IllegalStateException("a value " + value + " of watermark \"" + identifier
                    + "\" came, which the job does not declare; it declares " + declarations.keySet());
        }
        // A restored producer that had ended says again where it stood, before it says again that it has ended.
        if (!closed.get(channel) && combiner(declaration).onValue(channel, value, nowMs)) {
            untold.add(identifier);
        }
    }

    private WatermarkCombiner combiner(WatermarkDeclaration declaration) {
        return combiners.computeIfAbsent(declaration.getIdentifier(), identifier -> {
            WatermarkCombiner made = new WatermarkCombiner(declaration, channels);
            closed.stream().forEach(made::restoreEnd);
            return made;
        });
    }

    /** Nothing follows on a channel. */
    void onEnd(int channel) {
        closed.set(channel);
        combiners.forEach((identifier, combiner) -> {
            if (combiner.onEnd(channel)) {
                untold.add(identifier);
            }
        });
    }

    boolean hasUntold() {
        return !untold.isEmpty();
    }

    /** Takes the identifier of a combination that the task is to be told now. */
    String takeUntold() {
        String first = untold.iterator().next();
        untold.remove(first);
        return first;
    }

    WatermarkDeclaration declaration(String identifier) {
        return declarations.get(identifier);
    }

    long combination(String identifier) {
        return combiners.get(identifier).combination();
    }

    boolean isClosed(int channel) {
        return closed.get(channel);
    }

    /** A channel's last values by identifier. */
    Map<String, Long> values(int channel) {
        if (combiners.isEmpty()) {
            return Map.of();
        }
        Map<String, Long> values = new TreeMap<>();
        combiners.forEach((identifier, combiner) -> {
            if (combiner.hasValue(channel)) {
                values.put(identifier, combiner.value(channel));
            }
        });
        return values;
    }

    /** The combinations that have come out, by identifier. */
    Map<String, Long> combinations() {
        if (combiners.isEmpty()) {
            return Map.of();
        }
        Map<String, Long> combinations = new TreeMap<>();
        combiners.forEach((identifier, combiner) -> {
            if (combiner.hasCombination()) {
                combinations.put(identifier, combiner.combination());
            }
        });
        return combinations;
    }

    /** Every identifier of which a value has come, with its combiner. */
    SortedMap<String, WatermarkCombiner> combiners() {
        return combiners;
    }

    /** Puts a channel where a snapshot has it; what the job no longer declares is left out. Before any fact. */
    void restoreChannel(int channel, Map<String, Long> values, boolean isClosed) {
        values.forEach((identifier, value) -> {
            WatermarkDeclaration declaration = declarations.get(identifier);
            if (declaration != null) {
                combiner(declaration).restoreChannel(channel, value);
            }
        });
        if (isClosed) {
            closed.set(channel);
            combiners.values().stream()
                    .filter(combiner -> !combiner.isEnded(channel))
                    .forEach(combiner -> combiner.restoreEnd(channel));
        }
    }

    /**
     * Puts the combinations where snapshots have them, as far as those agree. The task is told all of them again: it knows
     * which it had been told.
     */
    void restore(Collection<Map<String, Long>> combinations) {
        Map<String, Long> agreed = agreed(combinations);
        agreed.forEach((identifier, value) -> {
            WatermarkDeclaration declaration = declarations.get(identifier);
            if (declaration != null) {
                combiner(declaration).restore(value);
                untold.add(identifier);
            }
        });
    }

    /** What all of several maps say alike. */
    static Map<String, Long> agreed(Collection<Map<String, Long>> maps) {
        Map<String, Long> agreed = new TreeMap<>();
        boolean isFirst = true;
        for (Map<String, Long> map : maps) {
            if (isFirst) {
                agreed.putAll(map);
                isFirst = false;
            } else {
                agreed.entrySet().removeIf(entry -> !entry.getValue().equals(map.get(entry.getKey())));
            }
        }
        return agreed;
    }
}
