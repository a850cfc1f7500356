package io.tidemark.api.type;

import java.io.Externalizable;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Finds classes that say themselves how they are written by Java serialization. What they are may be in transient fields, as the
 * elements of a {@code HashSet} and the time of a {@code Date} are, so their fields do not tell all of it.
 */
public final class OwnForm {
    private OwnForm() {}

    /** The method of the class, or of a superclass, that writes it, such as {@code writeObject}; null when there is none. */
    public static String of(Class<?> type) {
        if (Externalizable.class.isAssignableFrom(type)) {
            return "writeExternal";
        }
        for (Class<?> owner = type;
                owner != null && Serializable.class.isAssignableFrom(owner);
                owner = owner.getSuperclass()) {
            for (Method method : owner.getDeclaredMethods()) {
                if (writes(method)) {
                    return method.getName();
                }
            }
        }
        return null;
    }

    private static boolean writes(Method method) {
        if (Modifier.isStatic(method.getModifiers())) {
            return false;
        }
        Class<?>[] parameters = method.getParameterTypes();
        return switch (method.getName()) {
            case "writeObject" -> parameters.length == 1 && parameters[0] == ObjectOutputStream.class;
            case "writeReplace" -> parameters.length == 0;
            default -> false;
        };
    }
}
