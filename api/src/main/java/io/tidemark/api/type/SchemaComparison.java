package io.tidemark.api.type;

import java.util.List;

/**
 * How values that were stored with one schema fit a serializer that is declared now: every difference, and whether the
 * stored values can be read. The rules are those of {@code docs/evolution.md}. Immutable.
 */
public final class SchemaComparison {
    private final ReadPlan plan;
    private final List<SchemaDifference> differences;

    /** Whether stored values can be read. */
    public enum Verdict {
        /** Bytes and hashes of a value are what they were; names may differ. */
        SAME,
        /** They can be read and have to be written anew. */
        READABLE,
        /** They cannot be read. */
        MISFIT
    }

    private SchemaComparison(ReadPlan plan, List<SchemaDifference> differences) {
        this.plan = plan;
        this.differences = List.copyOf(differences);
    }

    /** Compares two schemas. Serializers from outside of Tidemark are not asked: theirs have to be equal. */
    public static SchemaComparison of(SerializerSnapshot stored, SerializerSnapshot declared) {
        return compare(stored, declared, null);
    }

    /** Compares a schema with a serializer; one from outside of Tidemark is asked what it can read. */
    public static SchemaComparison of(SerializerSnapshot stored, TypeSerializer<?> declared) {
        return compare(stored, declared.schema(), declared);
    }

    private static SchemaComparison compare(
            SerializerSnapshot stored, SerializerSnapshot declared, TypeSerializer<?> serializer) {
        SchemaMatcher matcher = new SchemaMatcher();
        ReadPlan plan = matcher.match(stored, declared, serializer);
        return new SchemaComparison(plan, matcher.differences());
    }

    public Verdict verdict() {
        if (plan == null) {
            return Verdict.MISFIT;
        }
        return plan.isAsItWas() ? Verdict.SAME : Verdict.READABLE;
    }

    /** All differences, those that fit included, in the order of the stored fields, then that of new ones. */
    public List<SchemaDifference> differences() {
        return differences;
    }

    /** The differences that do not fit; empty unless the verdict is {@link Verdict#MISFIT}. */
    public List<SchemaDifference> misfits() {
        return differences.stream().filter(difference -> !difference.fits()).toList();
    }

    /**
     * A reader of what was stored, with parts of the serializer: both are used by one thread.
     *
     * @param declared a serializer of the compared schema
     * @throws IllegalStateException if the verdict is {@link Verdict#MISFIT}
     */
    @SuppressWarnings("unchecked")
    public <T> ValueReader<T> reader(TypeSerializer<T> declared) {
        if (plan == null) {
            throw new IllegalStateException("what was stored does not fit: " + misfits());
        }
        return (ValueReader<T>) plan.reader(declared);
    }
}
