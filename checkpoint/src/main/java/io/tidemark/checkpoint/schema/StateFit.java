package io.tidemark.checkpoint.schema;

import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SchemaComparison.Verdict;
import io.tidemark.api.type.SchemaDifference;
import io.tidemark.api.type.SchemaDifference.Change;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How one stored state fits the declared one. Values and elements may evolve; keys, namespaces and the keys of map state
 * are found by their bytes, so those have to be what they were.
 *
 * @param verdict whether it is taken as it is, is rewritten, or does not fit
 * @param differences all there are, those that fit included
 * @param values how the values compare; null when there are none, or the state is of another kind
 */
public record StateFit(Verdict verdict, List<RoleDifference> differences, SchemaComparison values) {
    private static final Set<String> EVOLVING = Set.of("value", "element");

    public StateFit {
        differences = List.copyOf(differences);
    }

    /**
     * What a job declares in one part of a state.
     *
     * @param serializer null when it is not at hand
     */
    public record Declared(SerializerSnapshot schema, TypeSerializer<?> serializer) {
        public static Declared of(TypeSerializer<?> serializer) {
            return new Declared(serializer.schema(), serializer);
        }

        SchemaComparison compare(SerializerSnapshot stored) {
            return serializer == null ? SchemaComparison.of(stored, schema) : SchemaComparison.of(stored, serializer);
        }
    }

    /** The reasons why it does not fit. */
    public List<RoleDifference> misfits() {
        return differences.stream()
                .filter(difference -> !difference.difference().fits())
                .toList();
    }

    /** Compares a state by its kind and, part by part, by its schemas. */
    public static StateFit of(
            String storedKind,
            Map<String, SerializerSnapshot> stored,
            String declaredKind,
            Map<String, Declared> declared) {
        if (!storedKind.equals(declaredKind)) {
            SchemaDifference kind = new SchemaDifference(
                    "",
                    Change.RETYPED,
                    storedKind + " state",
                    declaredKind + " state",
                    false,
                    "Declare it as it was, or give the new state another name.");
            return new StateFit(Verdict.MISFIT, List.of(new RoleDifference("kind", kind)), null);
        }
        List<RoleDifference> differences = new ArrayList<>();
        Verdict verdict = Verdict.SAME;
        SchemaComparison values = null;
        for (Map.Entry<String, Declared> part : new TreeMap<>(declared).entrySet()) {
            String role = part.getKey();
            SchemaComparison comparison = part.getValue().compare(stored.get(role));
            Verdict ofPart = comparison.verdict();
            if (EVOLVING.contains(role)) {
                values = comparison;
                comparison.differences().forEach(difference -> differences.add(new RoleDifference(role, difference)));
            } else {
                differences.addAll(ofKeys(role, comparison));
                ofPart = ofPart == Verdict.SAME ? Verdict.SAME : Verdict.MISFIT;
            }
            verdict = ofPart.compareTo(verdict) > 0 ? ofPart : verdict;
        }
        return new StateFit(verdict, differences, values);
    }

    /** The differences of what is found by its bytes: unless these stay as they are, none fits. */
    public static List<RoleDifference> ofKeys(String role, SchemaComparison comparison) {
        boolean stays = comparison.verdict() == Verdict.SAME;
        return comparison.differences().stream()
                .map(difference -> new RoleDifference(role, stays ? difference : keyDifference(difference)))
                .toList();
    }

    private static SchemaDifference keyDifference(SchemaDifference difference) {
        return new SchemaDifference(
                difference.path(),
                difference.change(),
                difference.stored(),
                difference.declared(),
                false,
                "Keys are found by their bytes and do not evolve: declare it as it was.");
    }
}
