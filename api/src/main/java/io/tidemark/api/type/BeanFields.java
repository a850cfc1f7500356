package io.tidemark.api.type;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The fields of a class if it is a POJO, else the reason why it is none.
 *
 * @param fields sorted by name; those of superclasses too
 * @param whyNot null if it is one
 */
record BeanFields(List<BeanField> fields, String whyNot) {

    static BeanFields of(Class<?> type) {
        String whyNot = classProblem(type);
        if (whyNot != null) {
            return new BeanFields(List.of(), whyNot);
        }
        List<BeanField> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Class<?> owner = type; owner != Object.class; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (Modifier.isStatic(modifiers) || Modifier.isTransient(modifiers)) {
                    continue;
                }
                BeanField accessible = BeanField.of(field);
                if (accessible == null) {
                    return new BeanFields(
                            List.of(),
                            "its field " + field.getName()
                                    + " is neither public and not final, nor has a getter and a setter");
                }
                if (!names.add(field.getName())) {
                    return new BeanFields(List.of(), "it has two fields named " + field.getName());
                }
                fields.add(accessible);
            }
        }
        fields.sort(Comparator.comparing(field -> field.field().getName()));
        return new BeanFields(List.copyOf(fields), null);
    }

    /** The public fields f0, f1, … of a tuple class. */
    static List<BeanField> ofTuple(Class<? extends Tuple> type) {
        List<BeanField> fields = new ArrayList<>();
        for (int i = 0; i < type.getTypeParameters().length; i++) {
            try {
                fields.add(BeanField.of(type.getField("f" + i)));
            } catch (NoSuchFieldException e) {
                throw new AssertionError(e);
            }
        }
        return fields;
    }

    private static String classProblem(Class<?> type) {
        if (type.isInterface()) {
            return "it is an interface";
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            return "it is abstract";
        }
        if (!Modifier.isPublic(type.getModifiers())) {
            return "it is not public";
        }
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return "it is an inner class that is not static";
        }
        if (type.isAnonymousClass() || type.isLocalClass()) {
            return "it is declared inside of a method";
        }
        try {
            type.getConstructor();
        } catch (NoSuchMethodException e) {
            return "it has no public constructor without arguments";
        }
        String writer = OwnForm.of(type);
        return writer == null
                ? null
                : "it says with " + writer + " how it is written, so its fields may not be all of it";
    }
}
