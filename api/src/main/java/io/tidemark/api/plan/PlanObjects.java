package io.tidemark.api.plan;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The opaque bytes of a plan: Java serialisation of functions, serializers and specs. Written where the job is planned,
 * read only where the job's own class loader is at hand. Thread-safe.
 */
public final class PlanObjects {
    private PlanObjects() {}

    /**
     * The bytes of an object. Functions that are inner classes lose the reference to the object around them where none of
     * their code uses it and it keeps them from being serialised.
     *
     * @param owner whose it is, such as {@code operator "Map" (Job.java:12)}, for the message
     * @throws InvalidPlanException when the object holds something that is not serialisable; the message says where
     */
    public static byte[] write(Object object, String owner) {
        while (true) {
            try {
                return write(object);
            } catch (IOException | RuntimeException e) {
                Optional<Unserialisable.Place> place = Unserialisable.find(object);
                if (place.isEmpty() || !place.get().cutUnusedOuterReference()) {
                    throw failure(place, owner, e);
                }
            }
        }
    }

    private static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static InvalidPlanException failure(Optional<Unserialisable.Place> found, String owner, Exception cause) {
        return found.map(place -> new InvalidPlanException(owner + ": " + place.problem(), place.hint(), cause))
                .orElseGet(() -> new InvalidPlanException(
                        owner + " cannot be part of the plan: " + cause,
                        "Let everything that its functions hold be Serializable, or make it in open().",
                        cause));
    }

    /**
     * Reads an object back.
     *
     * @param loader the job's class loader
     * @throws InvalidPlanException when a class is missing or changed, naming it
     */
    public static <T> T read(byte[] bytes, Class<T> type, ClassLoader loader) {
        try (ObjectInputStream in = new LoaderInputStream(new ByteArrayInputStream(bytes), loader)) {
            return type.cast(in.readObject());
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
            throw new InvalidPlanException(
                    "a " + type.getSimpleName() + " of the plan cannot be read: " + e,
                    "Check that the job's jar holds all its classes, and that they are those it was planned with.",
                    e);
        }
    }

    /** Finds classes in a given loader. */
    private static final class LoaderInputStream extends ObjectInputStream {
        private static final Map<String, Class<?>> PRIMITIVES = Stream.of(
                        boolean.class,
                        byte.class,
                        char.class,
                        short.class,
                        int.class,
                        long.class,
                        float.class,
                        double.class,
                        void.class)
                .collect(Collectors.toMap(Class::getName, type -> type));

        private final ClassLoader loader;

        LoaderInputStream(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
            // Not super: it would look in the class loader of whoever calls, which is not the job's.
            Class<?> primitive = PRIMITIVES.get(description.getName());
            return primitive == null ? Class.forName(description.getName(), false, loader) : primitive;
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaceNames) throws ClassNotFoundException {
            Class<?>[] interfaces = new Class<?>[interfaceNames.length];
            for (int i = 0; i < interfaces.length; i++) {
                interfaces[i] = Class.forName(interfaceNames[i], false, loader);
            }
            return java.lang.reflect.Proxy.newProxyInstance(loader, interfaces, (proxy, method, arguments) -> null)
                    .getClass();
        }
    }
}
