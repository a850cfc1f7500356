package io.tidemark.api.type;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * A field of a POJO, and how to get at it.
 *
 * @param getter null if the field is read directly
 * @param setter null if the field is written directly
 */
record BeanField(Field field, Method getter, Method setter) {

    /** The field with the methods it needs, or null if it is neither public and not final, nor has both methods. */
    static BeanField of(Field field) {
        int modifiers = field.getModifiers();
        if (Modifier.isPublic(modifiers) && !Modifier.isFinal(modifiers)) {
            return new BeanField(field, null, null);
        }
        Method getter = getterOf(field);
        Method setter = setterOf(field);
        return getter == null || setter == null ? null : new BeanField(field, getter, setter);
    }

    private static Method getterOf(Field field) {
        Method get = publicMethod(field, "get" + property(field));
        if (get == null && isFlag(field)) {
            get = publicMethod(field, "is" + property(field));
            if (get == null && flagPrefixed(field)) {
                get = publicMethod(field, field.getName());
            }
        }
        return get != null && get.getReturnType() == field.getType() ? get : null;
    }

    private static Method setterOf(Field field) {
        Method set = publicMethod(field, "set" + property(field), field.getType());
        if (set == null && isFlag(field) && flagPrefixed(field)) {
            set = publicMethod(field, "set" + field.getName().substring(2), field.getType());
        }
        return set;
    }

    private static boolean isFlag(Field field) {
        return field.getType() == boolean.class || field.getType() == Boolean.class;
    }

    /** Whether it is a field such as {@code isOpen}, whose methods are often named {@code isOpen} and {@code setOpen}. */
    private static boolean flagPrefixed(Field field) {
        String name = field.getName();
        return name.length() > 2 && name.startsWith("is") && Character.isUpperCase(name.charAt(2));
    }

    private static String property(Field field) {
        String name = field.getName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static Method publicMethod(Field field, String name, Class<?>... parameters) {
        try {
            Method method = field.getDeclaringClass().getDeclaredMethod(name, parameters);
            int modifiers = method.getModifiers();
            return Modifier.isPublic(modifiers) && !Modifier.isStatic(modifiers) ? method : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}
