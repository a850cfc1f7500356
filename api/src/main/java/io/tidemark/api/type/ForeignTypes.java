package io.tidemark.api.type;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** Types that somebody else describes: by an annotation, or by a provider on the class path. */
final class ForeignTypes {
    /** Interfaces of classes that a module of Tidemark serves, and that module. */
    private static final Map<String, String> MODULES = Map.of(
            "org.apache.avro.generic.IndexedRecord", "tidemark-type-avro",
            "com.google.protobuf.Message", "tidemark-type-protobuf");

    private ForeignTypes() {}

    /** What the annotation's factory says of a type. */
    static TypeInformation<?> annotated(TypeInfo annotation, Type type) {
        Class<? extends TypeInfoFactory<?>> factory = annotation.value();
        TypeInformation<?> made;
        try {
            made = factory.getDeclaredConstructor().newInstance().createTypeInfo(type, arguments(type));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the constructor of " + factory.getName() + " failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    factory.getName() + " cannot be made: give it a public constructor without arguments", e);
        }
        if (made == null) {
            throw new IllegalStateException(factory.getName() + ".createTypeInfo returned null for " + type);
        }
        return made;
    }

    private static Map<String, TypeInformation<?>> arguments(Type type) {
        Map<String, TypeInformation<?>> arguments = new HashMap<>();
        TypeBindings bindings = TypeBindings.of(type);
        for (TypeVariable<?> variable : TypeBindings.rawClass(type).getTypeParameters()) {
            try {
                arguments.put(variable.getName(), new TypeExtraction().extract(bindings.resolve(variable)));
            } catch (UnknownTypeException e) {
                // The factory may not need it; it is not there then.
                continue;
            }
        }
        return arguments;
    }

    /** What a provider says of a type; empty when none knows it. */
    static Optional<TypeInformation<?>> provided(Type type, Class<?> raw) {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        loaders.add(Thread.currentThread().getContextClassLoader());
        loaders.add(raw.getClassLoader());
        loaders.remove(null);
        for (ClassLoader loader : loaders) {
            for (TypeInformationProvider provider : ServiceLoader.load(TypeInformationProvider.class, loader)) {
                Optional<TypeInformation<?>> found = provider.find(type, raw);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** Which module a class that is left to the serializer of last resort should have; null when none is known. */
    static String missingModule(Class<?> raw) {
        for (Class<?> one = raw; one != null; one = one.getSuperclass()) {
            for (Class<?> parent : one.getInterfaces()) {
                String module = MODULES.get(parent.getName());
                module = module == null ? missingModule(parent) : module;
                if (module != null) {
                    return module;
                }
            }
        }
        return null;
    }
}
