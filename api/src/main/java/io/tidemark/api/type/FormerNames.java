package io.tidemark.api.type;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What {@link RenamedFrom} says on a class and inside of it. */
final class FormerNames {
    private FormerNames() {}

    static List<String> ofClass(Class<?> type) {
        RenamedFrom renamed = type.getAnnotation(RenamedFrom.class);
        return renamed == null ? List.of() : List.of(renamed.value());
    }

    /**
     * The present names of fields or components by the former ones.
     *
     * @throws InvalidTypesException if two say that they had one name
     */
    static Map<String, String> ofFields(Class<?> type, StructKind kind) {
        Map<String, String> names = new TreeMap<>();
        if (kind == StructKind.RECORD) {
            for (RecordComponent component : type.getRecordComponents()) {
                add(names, component.getName(), component, type);
            }
        } else if (kind == StructKind.POJO) {
            for (BeanField field : BeanFields.of(type).fields()) {
                add(names, field.field().getName(), field.field(), type);
            }
        }
        return names;
    }

    /** The present names of an enum's constants by the former ones. */
    static Map<String, String> ofConstants(Class<? extends Enum<?>> type) {
        Map<String, String> names = new TreeMap<>();
        for (Enum<?> constant : type.getEnumConstants()) {
            try {
                add(names, constant.name(), type.getField(constant.name()), type);
            } catch (NoSuchFieldException e) {
                throw new AssertionError(e);
            }
        }
        return names;
    }

    private static void add(Map<String, String> names, String name, AnnotatedElement element, Class<?> owner) {
        RenamedFrom renamed = element.getAnnotation(RenamedFrom.class);
        if (renamed == null) {
            return;
        }
        for (String former : renamed.value()) {
            String other = names.put(former, name);
            if (other != null) {
                throw new InvalidTypesException(
                        other + " and " + name + " of " + owner.getName() + " both say that they are renamed from "
                                + former,
                        "Leave @RenamedFrom(\"" + former + "\") on one of them.");
            }
        }
    }
}
