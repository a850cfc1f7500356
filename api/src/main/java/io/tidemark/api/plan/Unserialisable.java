package io.tidemark.api.plan;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds which field of an object graph keeps it from being serialised. Slow, for error messages only. */
final class Unserialisable {

    /**
     * What was found.
     *
     * @param role the part of the spec that the path starts in, such as {@code function}
     * @param part class of that part
     * @param path the fields that lead to the object, outermost first; empty if it is the part itself
     * @param culprit class of the object that is not serialisable
     */
    record Place(String role, Class<?> part, List<String> path, Class<?> culprit) {
        String describe() {
            String what = "its " + role + " " + nameOf(part) + " cannot be part of the plan: ";
            if (path.isEmpty()) {
                return what + "it is not Serializable. Let the class implement java.io.Serializable.";
            }
            String holder = String.join(".", path);
            boolean capturesThis = path.get(path.size() - 1).equals(THIS);
            if (capturesThis) {
                return what + "it holds the " + nameOf(culprit) + " around it (" + holder
                        + "), which is not Serializable. A lambda does when it uses a field or a method of it: copy what it"
                        + " needs to a local variable first. A class without a name, or an inner one, always does: make it a"
                        + " static class.";
            }
            return what + holder + " holds a " + nameOf(culprit) + ", which is not Serializable. Make the field"
                    + " transient and fill it in open(), or make that class Serializable.";
        }
    }

    static final String THIS = "this";

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<String> path = new ArrayList<>();
    private Class<?> culprit;

    private Unserialisable() {}

    /** The place, or empty when it cannot be found. */
    static Optional<Place> find(Object root) {
        if (root.getClass().isRecord() && root instanceof Serializable) {
            for (Field field : root.getClass().getDeclaredFields()) {
                Object part = valueOf(field, root);
                if (part != null && !Modifier.isStatic(field.getModifiers()) && !isSerialisable(part)) {
                    return find(field.getName(), part);
                }
            }
        }
        return find("object", root);
    }

    private static Optional<Place> find(String role, Object part) {
        Unserialisable search = new Unserialisable();
        if (!search.descend(part)) {
            return Optional.empty();
        }
        return Optional.of(new Place(role, part.getClass(), List.copyOf(search.path), search.culprit));
    }

    /** Whether the culprit is at or below this object, whose serialisation failed. */
    private boolean descend(Object object) {
        if (!(object instanceof Serializable)) {
            culprit = object.getClass();
            return true;
        }
        if (!seen.add(object)) {
            return false;
        }
        SerializedLambda lambda = lambdaOf(object);
        if (lambda != null) {
            return descendLambda(lambda);
        } else if (object instanceof Object[] array) {
            return descendElements(List.of(array));
        } else if (object instanceof Collection<?> collection) {
            return descendElements(collection) || descendFields(object);
        } else if (object instanceof Map<?, ?> map) {
            return descendElements(map.keySet()) || descendElements(map.values()) || descendFields(object);
        } else {
            return descendFields(object);
        }
    }

    private boolean descendLambda(SerializedLambda lambda) {
        for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
            Object captured = lambda.getCapturedArg(i);
            if (captured == null || isSerialisable(captured)) {
                continue;
            }
            boolean isThis = i == 0
                    && captured.getClass()
                            .getName()
                            .equals(lambda.getCapturingClass().replace('/', '.'));
            if (step(isThis ? THIS : "captured variable", captured)) {
                return true;
            }
        }
        return false;
    }

    private boolean descendElements(Collection<?> elements) {
        int index = 0;
        for (Object element : elements) {
            if (element != null && !isSerialisable(element) && step("[" + index + "]", element)) {
                return true;
            }
            index++;
        }
        return false;
    }

    private boolean descendFields(Object object) {
        for (Class<?> c = object.getClass();
                c != null && Serializable.class.isAssignableFrom(c);
                c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || Modifier.isTransient(field.getModifiers())) {
                    continue;
                }
                Object value = valueOf(field, object);
                String name = field.getName().startsWith("this$") ? THIS : field.getName();
                if (value != null && !isSerialisable(value) && step(name, value)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean step(String name, Object object) {
        path.add(name);
        if (descend(object)) {
            return true;
        }
        path.remove(path.size() - 1);
        return false;
    }

    private static Object valueOf(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return null;
        }
    }

    private static SerializedLambda lambdaOf(Object object) {
        if (!object.getClass().isHidden() && !object.getClass().isSynthetic()) {
            return null;
        }
        try {
            Method writeReplace = object.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return writeReplace.invoke(object) instanceof SerializedLambda lambda ? lambda : null;
        } catch (ReflectiveOperationException | RuntimeException notALambda) {
            return null;
        }
    }

    private static boolean isSerialisable(Object object) {
        try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
            out.writeObject(object);
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private static String nameOf(Class<?> c) {
        int lambda = c.getName().indexOf("$$Lambda");
        return lambda < 0 ? c.getName() : "lambda in " + c.getName().substring(0, lambda);
    }
}
