package io.tidemark.api.plan;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.Optional;

/**
 * The opaque bytes of a plan: Java serialisation of functions, serializers and specs. Written where the job is planned,
 * read only where the job's own class loader is at hand. Thread-safe.
 */
public final class PlanObjects {
    private PlanObjects() {}

    /**
     * The bytes of an object.
     *
     * @param owner whose it is, such as {@code operator "Map" (Job.java:12)}, for the message
     * @throws InvalidPlanException when the object holds something that is not serialisable; the message says where
     */
    public static byte[] write(Object object, String owner) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException | RuntimeException e) {
            throw new InvalidPlanException(message(object, owner, e), e);
        }
        return bytes.toByteArray();
    }

    private static String message(Object object, String owner, Exception cause) {
        Optional<Unserialisable.Place> place = Unserialisable.find(object);
        if (place.isEmpty()) {
            return owner + " cannot be part of the plan: " + cause;
        }
        return owner + " " + place.get().describe();
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
                    "a " + type.getSimpleName() + " of the plan cannot be read, is the job's jar complete? " + e, e);
        }
    }

    /** Finds classes in a given loader. */
    private static final class LoaderInputStream extends ObjectInputStream {
        private final ClassLoader loader;

        LoaderInputStream(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                // The names of primitive types are known to the stream only.
                return super.resolveClass(description);
            }
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
