package io.tidemark.api.type;

import java.util.ArrayList;
import java.util.List;

/** A sealed interface or abstract class: a value is of one of its cases. */
final class SealedType<T> extends CompositeType<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final TypeInformation<?>[] cases;

    /** @param cases the classes that values can be of, in the order in which they are permitted */
    SealedType(Class<T> type, List<? extends TypeInformation<?>> cases) {
        this.type = type;
        this.cases = cases.toArray(TypeInformation<?>[]::new);
    }

    @Override
    public Class<T> typeClass() {
        return type;
    }

    @Override
    public TypeSerializer<T> createSerializer() {
        Class<?>[] classes = new Class<?>[cases.length];
        TypeSerializer<?>[] serializers = new TypeSerializer<?>[cases.length];
        for (int i = 0; i < cases.length; i++) {
            classes[i] = cases[i].typeClass();
            serializers[i] = cases[i].createSerializer();
        }
        return new SealedSerializer<>(type, classes, serializers);
    }

    @Override
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (TypeInformation<?> one : cases) {
            parts.add(new Part("(" + one.typeClass().getSimpleName() + ")", one));
        }
        return parts;
    }

    @Override
    String whyNeverKey() {
        return null;
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }
}
