package io.tidemark.type.avro;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificFixed;
import org.apache.avro.specific.SpecificRecord;

/**
 * Finds the generated classes of a job in the job's own loader, and no other classes: Avro trusts only packages that are listed
 * in a property of the JVM, which a worker that runs many jobs cannot have. What a schema names must be a record, an enum or a
 * fixed, so that no other class is ever made because bytes say its name.
 */
final class JobRecords extends SpecificData {
    private final Map<String, Optional<Class<?>>> classes = new ConcurrentHashMap<>();

    /** @param type a generated class, whose conversions of logical types are taken over */
    JobRecords(Class<?> type) {
        super(type.getClassLoader());
        GenericData own = SpecificData.getForClass(type);
        own.getConversions().forEach(this::addLogicalTypeConversion);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class getClass(Schema schema) {
        return switch (schema.getType()) {
            case RECORD, ENUM, FIXED ->
                classes.computeIfAbsent(getClassName(schema), this::find).orElse(null);
            default -> super.getClass(schema);
        };
    }

    private Optional<Class<?>> find(String name) {
        try {
            Class<?> found = Class.forName(name, false, getClassLoader());
            boolean isGenerated = SpecificRecord.class.isAssignableFrom(found)
                    || SpecificFixed.class.isAssignableFrom(found)
                    || found.isEnum();
            return isGenerated ? Optional.of(found) : Optional.empty();
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }
}
