package io.tidemark.worker.compiled;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Makes objects of a class that is copied for each class that it works with, so that each copy has a type profile of its own.
 *
 * <p>The JVM takes a function into the loop that calls it while it has seen no more than two classes of functions there. A
 * process runs many functions through the same few operators, so that it would stop doing so. A copy sees one.
 *
 * <p>A copy is made once for each class, and lives as long as that class: it is known by that class only. Thread-safe.
 *
 * @param <T> what a copy is known as; its own name has no use
 */
public final class ClassCopies<T> {
    private final Class<T> known;
    private final ClassValue<MethodHandle> constructors;

    private ClassCopies(
            MethodHandles.Lookup lookup, Class<T> known, Class<? extends T> original, Class<?>... arguments) {
        this.known = known;
        byte[] code = code(original);
        constructors = new ClassValue<>() {
            @Override
            protected MethodHandle computeValue(Class<?> worksWith) {
                return constructor(lookup, code, arguments);
            }
        };
    }

    /**
     * @param lookup of a class in the package of the original
     * @param original a class that names no other that is private to it
     * @param arguments of its constructor
     */
    public static <T> ClassCopies<T> of(
            MethodHandles.Lookup lookup, Class<T> known, Class<? extends T> original, Class<?>... arguments) {
        return new ClassCopies<>(lookup, known, original, arguments);
    }

    private static byte[] code(Class<?> original) {
        String file = original.getName().substring(original.getPackageName().length() + 1) + ".class";
        try (InputStream code = original.getResourceAsStream(file)) {
            if (code == null) {
                throw new IllegalStateException("the code of " + original + " is not where its class was loaded from");
            }
            return code.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the code of " + original, e);
        }
    }

    private static MethodHandle constructor(MethodHandles.Lookup lookup, byte[] code, Class<?>... arguments) {
        try {
            MethodHandles.Lookup copy = lookup.defineHiddenClass(code, false);
            return copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class, arguments));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new IllegalStateException("cannot copy a class for " + lookup, e);
        }
    }

    /**
     * A new object of the copy for a class.
     *
     * @param worksWith the class that the object works with, which is not known more exactly by its own type
     */
    public T create(Class<?> worksWith, Object... arguments) {
        try {
            return known.cast(constructors.get(worksWith).invokeWithArguments(arguments));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the constructor of a copied class declares an exception", e);
        }
    }
}
