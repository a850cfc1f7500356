package io.tidemark.checkpoint.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A second serializer for a second thread: the first one, through Java serialization and back. The classes that the first
 * one refers to are handed over by reference, so no class loader has to be known.
 */
final class SerializerDuplicate {
    private SerializerDuplicate() {}

    @SuppressWarnings("unchecked")
    static <T> T of(T serializer) {
        Queue<Class<?>> classes = new ArrayDeque<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            try (ObjectOutputStream out = new NotingClasses(bytes, classes)) {
                out.writeObject(serializer);
            }
            try (ObjectInputStream in = new TakingClasses(new ByteArrayInputStream(bytes.toByteArray()), classes)) {
                return (T) in.readObject();
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(
                    "The serializer " + serializer.getClass().getName()
                            + " cannot be duplicated by Java serialization, which every serializer must allow.",
                    e);
        }
    }

    /** Notes the classes in the order in which it writes them. */
    private static final class NotingClasses extends ObjectOutputStream {
        private final Queue<Class<?>> classes;

        NotingClasses(OutputStream out, Queue<Class<?>> classes) throws IOException {
            super(out);
            this.classes = classes;
        }

        @Override
        protected void annotateClass(Class<?> type) {
            classes.add(type);
        }

        @Override
        protected void annotateProxyClass(Class<?> type) {
            classes.add(type);
        }
    }

    /** Takes the noted classes in the order in which it reads them. */
    private static final class TakingClasses extends ObjectInputStream {
        private final Queue<Class<?>> classes;

        TakingClasses(InputStream in, Queue<Class<?>> classes) throws IOException {
            super(in);
            this.classes = classes;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) {
            return classes.remove();
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) {
            return classes.remove();
        }
    }
}
