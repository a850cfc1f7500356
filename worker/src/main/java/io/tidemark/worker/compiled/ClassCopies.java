package io.tidemark.worker.compiled;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes objects of a class that is copied for each class that it works with, so that each copy has a type profile of its own.
 *
 * <p>The JVM takes a function into the loop that calls it while it has seen no more than two classes of functions there. A
 * process runs many functions through the same few operators, so that it would stop doing so. A copy sees one.
 *
 * <p>A copy is made once for each class, and lives as long as that class: it is known by that class only. Where none can be made,
 * the original does the same, and is slower. Thread-safe.
 *
 * @param <T> what a copy is known as; its own name has no use
 */
public final class ClassCopies<T> {
    private static final Logger LOG = LoggerFactory.getLogger(ClassCopies.class);

    private final Class<T> known;
    private final MethodHandles.Lookup lookup;
    private final Class<? extends T> original;
    private final MethodType constructor;
    private final ClassValue<MethodHandle> constructors;

    /** Null when the original is used instead of copies. */
    private volatile byte[] code;

    private ClassCopies(
            MethodHandles.Lookup lookup, Class<T> known, Class<? extends T> original, Class<?>... arguments) {
        this.known = known;
        this.lookup = lookup;
        this.original = original;
        this.constructor = MethodType.methodType(void.class, arguments);
        this.code = code(original);
        constructors = new ClassValue<>() {
            @Override
            protected MethodHandle computeValue(Class<?> worksWith) {
                return constructor();
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
                noCopies(original, "its code is not where it was loaded from", null);
                return null;
            }
            return code.readAllBytes();
        } catch (IOException e) {
            noCopies(original, "its code cannot be read", e);
            return null;
        }
    }

    private static void noCopies(Class<?> original, String why, Throwable cause) {
        LOG.info("{} is not copied for what it works with, which costs speed: {}", original.getName(), why, cause);
    }

    private MethodHandle constructor() {
        try {
            MethodHandles.Lookup copy = copy();
            return copy == null
                    ? lookup.findConstructor(original, constructor)
                    : copy.findConstructor(copy.lookupClass(), constructor);
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new IllegalStateException("cannot copy " + original + " for " + lookup, e);
        }
    }

    /** Null when there can be none. */
    private MethodHandles.Lookup copy() throws IllegalAccessException {
        byte[] copied = code;
        if (copied == null) {
            return null;
        }
        try {
            return lookup.defineHiddenClass(copied, false);
        } catch (LinkageError | UnsupportedOperationException e) {
            noCopies(original, "this Java makes no copy of it", e);
            code = null;
            return null;
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
