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
    /** By interface of the classes that it serves. */
    private static final Map<String, Module> MODULES = Map.of(
            "org.apache.avro.generic.IndexedRecord",
            new Module(
                    "tidemark-type-avro",
                    "io.tidemark.type.avro.AvroTypeProvider",
                    "its class does not say of which schema it is; give its type, AvroTypes.GENERIC(schema)"),
            "com.google.protobuf.Message",
            new Module(
                    "tidemark-type-protobuf",
                    "io.tidemark.type.protobuf.ProtobufTypeProvider",
                    "it is no class that protoc generated"));

    /**
     * A module of Tidemark that serves the classes of a library.
     *
     * @param provider a class of the module
     * @param whyUnserved why there are classes of the library that it does not serve
     */
    private record Module(String name, String provider, String whyUnserved) {
        boolean isOnClassPathOf(Class<?> raw) {
            return loaders(raw).stream().anyMatch(this::isIn);
        }

        private boolean isIn(ClassLoader loader) {
            try {
                Class.forName(provider, false, loader);
                return true;
            } catch (ClassNotFoundException e) {
                return false;
            }
        }
    }

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
        for (ClassLoader loader : loaders(raw)) {
            for (TypeInformationProvider provider : ServiceLoader.load(TypeInformationProvider.class, loader)) {
                Optional<TypeInformation<?>> found = provider.find(type, raw);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Set<ClassLoader> loaders(Class<?> raw) {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        loaders.add(Thread.currentThread().getContextClassLoader());
        loaders.add(raw.getClassLoader());
        loaders.remove(null);
        return loaders;
    }

    /** Why a class that is of a library with a module of its own is left to the serializer of last resort; null for others. */
    static String whyUnserved(Class<?> raw) {
        Module module = moduleOf(raw);
        if (module == null) {
            return null;
        }
        return module.isOnClassPathOf(raw)
                ? module.whyUnserved()
                : "the job has no module " + module.name() + ", which serves it";
    }

    private static Module moduleOf(Class<?> type) {
        if (type == null) {
            return null;
        }
        Module module = MODULES.get(type.getName());
        for (Class<?> parent : type.getInterfaces()) {
            module = module == null ? moduleOf(parent) : module;
        }
        return module == null ? moduleOf(type.getSuperclass()) : module;
    }
}
