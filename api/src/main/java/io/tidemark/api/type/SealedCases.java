package io.tidemark.api.type;

import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * The classes that values of a sealed type can be of, if all are known.
 *
 * @param types in the order in which they are permitted, those of a permitted sealed type in its place; each once
 * @param whyNot null if all are known
 */
record SealedCases(List<Type> types, String whyNot) {

    static SealedCases of(Type type) {
        List<Type> types = new ArrayList<>();
        String whyNot = collect(type, TypeBindings.rawClass(type), types);
        return new SealedCases(whyNot == null ? List.copyOf(types) : List.of(), whyNot);
    }

    private static String collect(Type whole, Class<?> raw, List<Type> types) {
        for (Class<?> permitted : raw.getPermittedSubclasses()) {
            int modifiers = permitted.getModifiers();
            boolean isOpenToAll = !permitted.isSealed() && !Modifier.isFinal(modifiers) && !permitted.isEnum();
            if (isOpenToAll) {
                return "its permitted " + permitted.getSimpleName() + " is non-sealed";
            }
            if (!Modifier.isAbstract(modifiers) || permitted.isEnum()) {
                Type one = TypeBindings.asSubtype(whole, permitted);
                if (!types.contains(one)) {
                    types.add(one);
                }
            }
            if (permitted.isSealed() && !permitted.isEnum()) {
                String whyNot = collect(whole, permitted, types);
                if (whyNot != null) {
                    return whyNot;
                }
            }
        }
        return null;
    }
}
