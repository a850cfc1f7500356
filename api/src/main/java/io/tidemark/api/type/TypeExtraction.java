package io.tidemark.api.type;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds one type by reflection. Used once. */
final class TypeExtraction {
    /** A generic class inside of itself so many times is taken for one that would never end. */
    private static final int MAX_NESTING = 8;

    private final Deque<Type> open = new ArrayDeque<>();
    private final Set<Type> recursive = new HashSet<>();

    TypeInformation<?> extract(Type unresolved) throws UnknownTypeException {
        Type type = TypeBindings.of(unresolved).resolve(unresolved);
        if (type instanceof TypeVariable<?> variable) {
            throw new UnknownTypeException(
                    "the type variable " + variable.getName() + " of " + variable.getGenericDeclaration()
                            + " is erased",
                    type);
        }
        if (type == Object.class) {
            throw new UnknownTypeException("java.lang.Object says nothing about its values", type);
        }
        if (type instanceof GenericArrayType array) {
            return new ObjectArrayType<>(argument(array.getGenericComponentType(), type));
        }
        Class<?> raw = TypeBindings.rawClass(type);
        TypeInformation<?> basic = Types.basic(raw);
        if (basic != null) {
            return basic;
        }
        if (raw.isArray()) {
            return new ObjectArrayType<>(argument(raw.componentType(), type));
        }
        TypeInfo annotation = raw.getAnnotation(TypeInfo.class);
        if (annotation != null) {
            return ForeignTypes.annotated(annotation, type);
        }
        if (Enum.class.isAssignableFrom(raw) && raw != Enum.class) {
            return enumType(raw.isEnum() ? raw : raw.getSuperclass()); // a constant with a body has its own class
        }
        if (Tuple.class.isAssignableFrom(raw)) {
            List<TypeInformation<?>> fields = arguments(type);
            List<String> names = BeanFields.ofTuple(raw.asSubclass(Tuple.class)).stream()
                    .map(field -> field.field().getName())
                    .toList();
            return new StructType<>(StructKind.TUPLE, raw, names, fields);
        }
        if (raw == List.class || raw == Collection.class) {
            return new ListType<>(raw, arguments(type).get(0));
        }
        if (raw == Set.class) {
            return new SetType<>(arguments(type).get(0));
        }
        if (raw == Map.class) {
            List<TypeInformation<?>> arguments = arguments(type);
            return new MapType<>(arguments.get(0), arguments.get(1));
        }
        if (raw == Optional.class) {
            return new OptionalType<>(arguments(type).get(0));
        }
        Optional<TypeInformation<?>> provided = ForeignTypes.provided(type, raw);
        if (provided.isPresent()) {
            return provided.get();
        }
        if (raw.isSealed() && Modifier.isAbstract(raw.getModifiers())) {
            return sealed(type, raw);
        }
        return struct(type, raw);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static TypeInformation<?> enumType(Class<?> raw) {
        return new EnumType(raw);
    }

    private List<TypeInformation<?>> arguments(Type type) throws UnknownTypeException {
        if (!(type instanceof ParameterizedType parameterized)) {
            throw new UnknownTypeException(
                    TypeBindings.rawClass(type).getSimpleName() + " has no type arguments", type);
        }
        List<TypeInformation<?>> arguments = new ArrayList<>();
        for (Type argument : parameterized.getActualTypeArguments()) {
            arguments.add(argument(argument, type));
        }
        return arguments;
    }

    private TypeInformation<?> argument(Type argument, Type whole) throws UnknownTypeException {
        try {
            return extract(argument);
        } catch (UnknownTypeException e) {
            throw e.inside(whole);
        }
    }

    private TypeInformation<?> sealed(Type type, Class<?> raw) throws UnknownTypeException {
        if (isOpen(type, raw)) {
            return new GenericType<>(raw, "it contains itself");
        }
        SealedCases found = SealedCases.of(type);
        if (found.whyNot() != null) {
            return new GenericType<>(raw, found.whyNot());
        }
        if (type instanceof Class<?> && raw.getTypeParameters().length > 0) {
            throw new UnknownTypeException(raw.getSimpleName() + " has no type arguments", type);
        }
        open.push(type);
        List<TypeInformation<?>> cases = new ArrayList<>();
        for (Type one : found.types()) {
            cases.add(argument(one, type));
        }
        open.pop();
        return recursive.remove(type) ? new GenericType<>(raw, "it contains itself") : new SealedType<>(raw, cases);
    }

    private TypeInformation<?> struct(Type type, Class<?> raw) throws UnknownTypeException {
        String whyUnserved = ForeignTypes.whyUnserved(raw);
        if (whyUnserved != null) {
            return new GenericType<>(raw, whyUnserved);
        }
        BeanFields beanFields = raw.isRecord() ? null : BeanFields.of(raw);
        if (beanFields != null && beanFields.whyNot() != null) {
            return new GenericType<>(raw, beanFields.whyNot());
        }
        if (isOpen(type, raw)) {
            return new GenericType<>(raw, "it contains itself");
        }
        if (type instanceof Class<?> && raw.getTypeParameters().length > 0) {
            throw new UnknownTypeException(raw.getSimpleName() + " has no type arguments", type);
        }
        open.push(type);
        TypeInformation<?> struct = raw.isRecord() ? record(type, raw) : pojo(type, raw, beanFields.fields());
        open.pop();
        return recursive.remove(type) ? new GenericType<>(raw, "it contains itself") : struct;
    }

    private boolean isOpen(Type type, Class<?> raw) {
        if (open.contains(type)) {
            recursive.add(type);
            return true;
        }
        List<Type> sameClass = open.stream()
                .filter(outer -> TypeBindings.rawClass(outer) == raw)
                .toList();
        if (sameClass.size() < MAX_NESTING) {
            return false;
        }
        recursive.add(sameClass.get(sameClass.size() - 1));
        return true;
    }

    private TypeInformation<?> record(Type type, Class<?> raw) throws UnknownTypeException {
        TypeBindings bindings = TypeBindings.of(type);
        List<String> names = new ArrayList<>();
        List<TypeInformation<?>> types = new ArrayList<>();
        for (RecordComponent component : raw.getRecordComponents()) {
            names.add(component.getName());
            types.add(field(componentField(raw, component), bindings.resolve(component.getGenericType()), raw));
        }
        return new StructType<>(StructKind.RECORD, raw, names, types);
    }

    private static Field componentField(Class<?> raw, RecordComponent component) {
        try {
            return raw.getDeclaredField(component.getName());
        } catch (NoSuchFieldException e) {
            throw new AssertionError(raw + " has no field for its component " + component, e);
        }
    }

    private TypeInformation<?> pojo(Type type, Class<?> raw, List<BeanField> fields) throws UnknownTypeException {
        List<String> names = new ArrayList<>();
        List<TypeInformation<?>> types = new ArrayList<>();
        for (BeanField beanField : fields) {
            Field field = beanField.field();
            TypeBindings bindings = TypeBindings.of(TypeBindings.asSupertype(type, field.getDeclaringClass()));
            names.add(field.getName());
            types.add(field(field, bindings.resolve(field.getGenericType()), raw));
        }
        return new StructType<>(StructKind.POJO, raw, names, types);
    }

    private TypeInformation<?> field(Field field, Type type, Class<?> owner) throws UnknownTypeException {
        TypeInfo annotation = field.getAnnotation(TypeInfo.class);
        try {
            return annotation == null ? extract(type) : ForeignTypes.annotated(annotation, type);
        } catch (UnknownTypeException e) {
            throw e.inField(field.getName(), owner);
        }
    }
}
