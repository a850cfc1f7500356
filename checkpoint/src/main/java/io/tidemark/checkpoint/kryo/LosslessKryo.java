package io.tidemark.checkpoint.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory.CompatibleFieldSerializerFactory;
import com.esotericsoftware.kryo.serializers.ClosureSerializer;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer.CompatibleFieldSerializerConfig;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import io.tidemark.api.type.OwnForm;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * A Kryo that takes any class, but none of which it would lose a part. A class that reflection cannot see whole, or a
 * collection that could not be made again from its elements, goes through Java serialization or is refused.
 *
 * <p>The order of registrations is part of the persistent format.
 */
final class LosslessKryo extends Kryo {

    LosslessKryo(Class<?> type, ClassLoader loader) {
        setClassLoader(loader);
        setRegistrationRequired(false);
        setReferences(true);
        setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        CompatibleFieldSerializerConfig fieldsByName = new CompatibleFieldSerializerConfig();
        fieldsByName.setExtendedFieldNames(true);
        setDefaultSerializer(new CompatibleFieldSerializerFactory(fieldsByName));
        register(ClosureSerializer.Closure.class, new JavaBytesSerializer()); // any lambda
        if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && type != Object.class) {
            register(type); // a number instead of the class's name before each value
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as Kryo declares it
    public Serializer getDefaultSerializer(Class type) {
        Serializer<?> chosen = super.getDefaultSerializer(type);
        String problem = chosen instanceof CollectionSerializer || chosen instanceof MapSerializer
                ? problemByElements(type, chosen.getClass())
                : null;
        return problem == null ? chosen : byJavaSerialization(type, problem);
    }

    /** Called for a class that Kryo knows no better for than to write its fields. */
    @Override
    @SuppressWarnings("rawtypes") // as Kryo declares it
    protected Serializer newDefaultSerializer(Class type) {
        if (hasFields(type, true)) {
            return byJavaSerialization(type, "has fields that are closed to reflection");
        }
        // Transient fields, which Kryo leaves out, may be what such a class is.
        return OwnForm.of(type) == null ? super.newDefaultSerializer(type) : new JavaBytesSerializer();
    }

    /** What would be lost if only the elements were written; null if nothing. */
    private static String problemByElements(Class<?> type, Class<?> serializer) {
        if (hasFields(type, false)) {
            return "is a collection with fields of its own";
        }
        boolean isGeneral = serializer == CollectionSerializer.class || serializer == MapSerializer.class;
        return isGeneral && !canBeMadeEmpty(type) ? "is a collection that cannot be made from its elements" : null;
    }

    private static Serializer<?> byJavaSerialization(Class<?> type, String problem) {
        if (Serializable.class.isAssignableFrom(type)) {
            return new JavaBytesSerializer();
        }
        throw new UnserializableException(type.getName() + " " + problem + ", and it is not java.io.Serializable");
    }

    /** Whether the class or a superclass has a field that is written, among those hidden or those open to reflection. */
    private static boolean hasFields(Class<?> type, boolean hidden) {
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            if (isHidden(owner) == hidden
                    && Stream.of(owner.getDeclaredFields()).anyMatch(LosslessKryo::isWritten)) {
                return true;
            }
        }
        return false;
    }

    /** Those of the JDK, even if an option of the JVM opens them: the format must not depend on that. */
    private static boolean isHidden(Class<?> owner) {
        return owner.getModule().isNamed();
    }

    private static boolean isWritten(Field field) {
        return !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers());
    }

    private static boolean canBeMadeEmpty(Class<?> type) {
        return Stream.of(type.getDeclaredConstructors())
                .anyMatch(constructor -> constructor.getParameterCount() == 0
                        && (!isHidden(type) || Modifier.isPublic(type.getModifiers() & constructor.getModifiers())));
    }
}
