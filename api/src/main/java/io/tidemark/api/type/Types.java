package io.tidemark.api.type;

import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The types that Tidemark knows, by name. */
public final class Types {
    public static final TypeInformation<String> STRING = new BasicType<>(String.class, StringSerializer.INSTANCE, null);

    public static final TypeInformation<Boolean> BOOLEAN =
            new BasicType<>(Boolean.class, BooleanSerializer.INSTANCE, null);

    public static final TypeInformation<Byte> BYTE = new BasicType<>(Byte.class, ByteSerializer.INSTANCE, null);

    public static final TypeInformation<Short> SHORT = new BasicType<>(Short.class, ShortSerializer.INSTANCE, null);

    public static final TypeInformation<Character> CHAR =
            new BasicType<>(Character.class, CharSerializer.INSTANCE, null);

    public static final TypeInformation<Integer> INT = new BasicType<>(Integer.class, IntSerializer.INSTANCE, null);

    public static final TypeInformation<Long> LONG = new BasicType<>(Long.class, LongSerializer.INSTANCE, null);

    /** 0.0 and -0.0 are two values, all NaN are one. */
    public static final TypeInformation<Float> FLOAT = new BasicType<>(Float.class, FloatSerializer.INSTANCE, null);

    /** 0.0 and -0.0 are two values, all NaN are one. */
    public static final TypeInformation<Double> DOUBLE = new BasicType<>(Double.class, DoubleSerializer.INSTANCE, null);

    public static final TypeInformation<BigInteger> BIG_INTEGER =
            new BasicType<>(BigInteger.class, BigIntegerSerializer.INSTANCE, null);

    /** 1.0 and 1.00 are two values. */
    public static final TypeInformation<BigDecimal> BIG_DECIMAL =
            new BasicType<>(BigDecimal.class, BigDecimalSerializer.INSTANCE, null);

    public static final TypeInformation<Instant> INSTANT =
            new BasicType<>(Instant.class, InstantSerializer.INSTANCE, null);

    public static final TypeInformation<Duration> DURATION =
            new BasicType<>(Duration.class, DurationSerializer.INSTANCE, null);

    public static final TypeInformation<LocalDate> LOCAL_DATE =
            new BasicType<>(LocalDate.class, LocalDateSerializer.INSTANCE, null);

    public static final TypeInformation<LocalTime> LOCAL_TIME =
            new BasicType<>(LocalTime.class, LocalTimeSerializer.INSTANCE, null);

    public static final TypeInformation<LocalDateTime> LOCAL_DATE_TIME =
            new BasicType<>(LocalDateTime.class, LocalDateTimeSerializer.INSTANCE, null);

    public static final TypeInformation<OffsetDateTime> OFFSET_DATE_TIME =
            new BasicType<>(OffsetDateTime.class, OffsetDateTimeSerializer.INSTANCE, null);

    /** Read as the same point in time, whatever has become of the rules of its zone. */
    public static final TypeInformation<ZonedDateTime> ZONED_DATE_TIME =
            new BasicType<>(ZonedDateTime.class, ZonedDateTimeSerializer.INSTANCE, null);

    public static final TypeInformation<YearMonth> YEAR_MONTH =
            new BasicType<>(YearMonth.class, YearMonthSerializer.INSTANCE, null);

    public static final TypeInformation<OffsetTime> OFFSET_TIME =
            new BasicType<>(OffsetTime.class, OffsetTimeSerializer.INSTANCE, null);

    public static final TypeInformation<Year> YEAR = new BasicType<>(Year.class, YearSerializer.INSTANCE, null);

    public static final TypeInformation<MonthDay> MONTH_DAY =
            new BasicType<>(MonthDay.class, MonthDaySerializer.INSTANCE, null);

    /** A month is not thirty days: equal field by field. */
    public static final TypeInformation<Period> PERIOD = new BasicType<>(Period.class, PeriodSerializer.INSTANCE, null);

    public static final TypeInformation<ZoneId> ZONE_ID =
            new BasicType<>(ZoneId.class, ZoneIdSerializer.INSTANCE, null);

    public static final TypeInformation<ZoneOffset> ZONE_OFFSET =
            new BasicType<>(ZoneOffset.class, ZoneOffsetSerializer.INSTANCE, null);

    public static final TypeInformation<java.util.UUID> UUID =
            new BasicType<>(java.util.UUID.class, UuidSerializer.INSTANCE, null);

    /** The type whose only value is null. */
    public static final TypeInformation<Void> VOID =
            new BasicType<>(Void.class, VoidSerializer.INSTANCE, "the only value of Void is null");

    private static final String NO_KEY = "an array has no value equality";

    /** By class: basic types by their own, by that of their primitive, and arrays of primitives. */
    private static final Map<Class<?>, TypeInformation<?>> BASIC = new HashMap<>();

    private static final Map<Class<?>, String> NAMES = new HashMap<>();

    /** By the name that they have in schemas. */
    private static final Map<String, TypeSerializer<?>> SERIALIZERS = new HashMap<>();

    static {
        basic("STRING", STRING);
        basic("BOOLEAN", BOOLEAN);
        basic("BYTE", BYTE);
        basic("SHORT", SHORT);
        basic("CHAR", CHAR);
        basic("INT", INT);
        basic("LONG", LONG);
        basic("FLOAT", FLOAT);
        basic("DOUBLE", DOUBLE);
        basic("BIG_INTEGER", BIG_INTEGER);
        basic("BIG_DECIMAL", BIG_DECIMAL);
        basic("INSTANT", INSTANT);
        basic("DURATION", DURATION);
        basic("LOCAL_DATE", LOCAL_DATE);
        basic("LOCAL_TIME", LOCAL_TIME);
        basic("LOCAL_DATE_TIME", LOCAL_DATE_TIME);
        basic("OFFSET_DATE_TIME", OFFSET_DATE_TIME);
        basic("ZONED_DATE_TIME", ZONED_DATE_TIME);
        basic("OFFSET_TIME", OFFSET_TIME);
        basic("YEAR", YEAR);
        basic("YEAR_MONTH", YEAR_MONTH);
        basic("MONTH_DAY", MONTH_DAY);
        basic("PERIOD", PERIOD);
        basic("ZONE_ID", ZONE_ID);
        basic("ZONE_OFFSET", ZONE_OFFSET);
        basic("UUID", UUID);
        basic("VOID", VOID);
        BASIC.put(boolean.class, BOOLEAN);
        BASIC.put(boolean[].class, new BasicType<>(boolean[].class, BooleanArraySerializer.INSTANCE, NO_KEY));
        BASIC.put(byte.class, BYTE);
        BASIC.put(byte[].class, new BasicType<>(byte[].class, ByteArraySerializer.INSTANCE, NO_KEY));
        BASIC.put(short.class, SHORT);
        BASIC.put(short[].class, new BasicType<>(short[].class, ShortArraySerializer.INSTANCE, NO_KEY));
        BASIC.put(char.class, CHAR);
        BASIC.put(char[].class, new BasicType<>(char[].class, CharArraySerializer.INSTANCE, NO_KEY));
        BASIC.put(int.class, INT);
        BASIC.put(int[].class, new BasicType<>(int[].class, IntArraySerializer.INSTANCE, NO_KEY));
        BASIC.put(long.class, LONG);
        BASIC.put(long[].class, new BasicType<>(long[].class, LongArraySerializer.INSTANCE, NO_KEY));
        BASIC.put(float.class, FLOAT);
        BASIC.put(float[].class, new BasicType<>(float[].class, FloatArraySerializer.INSTANCE, NO_KEY));
        BASIC.put(double.class, DOUBLE);
        BASIC.put(double[].class, new BasicType<>(double[].class, DoubleArraySerializer.INSTANCE, NO_KEY));
        BASIC.put(void.class, VOID);
        for (TypeInformation<?> type : BASIC.values()) {
            TypeSerializer<?> serializer = type.createSerializer();
            SERIALIZERS.put(serializer.schema().typeName(), serializer);
        }
    }

    private static void basic(String name, TypeInformation<?> type) {
        BASIC.put(type.typeClass(), type);
        NAMES.put(type.typeClass(), name);
    }

    private Types() {}

    /** The serializer of a type that Tidemark knows, by its name in schemas; null for another one. */
    static TypeSerializer<?> basicSerializer(String typeName) {
        return SERIALIZERS.get(typeName);
    }

    /** The basic type of a class, or null if it has none. */
    static TypeInformation<?> basic(Class<?> type) {
        return BASIC.get(type);
    }

    /** The name of the constant here for the basic type of a class, or null if there is none. */
    static String nameOf(Class<?> type) {
        TypeInformation<?> basic = BASIC.get(type);
        return basic == null ? null : NAMES.get(basic.typeClass());
    }

    /** An enum. Its constants are written by number; the schema keeps their names. */
    public static <E extends Enum<E>> TypeInformation<E> ENUM(Class<E> type) {
        return new EnumType<>(type);
    }

    /** Lists; whatever class of list was written, an {@code ArrayList} is read. */
    public static <E> TypeInformation<List<E>> LIST(TypeInformation<E> element) {
        return new ListType<>(List.class, element);
    }

    /** Collections, in the order of their iterators; whatever class was written, an {@code ArrayList} is read. */
    public static <E> TypeInformation<Collection<E>> COLLECTION(TypeInformation<E> element) {
        return new ListType<>(Collection.class, element);
    }

    /** Sets; whatever class of set was written, a {@code LinkedHashSet} of the same order is read. */
    public static <E> TypeInformation<Set<E>> SET(TypeInformation<E> element) {
        return new SetType<>(element);
    }

    /** Maps; whatever class of map was written, a {@code LinkedHashMap} of the same order is read. */
    public static <K, V> TypeInformation<Map<K, V>> MAP(TypeInformation<K> key, TypeInformation<V> value) {
        return new MapType<>(key, value);
    }

    /** A value that may be absent. */
    public static <E> TypeInformation<Optional<E>> OPTIONAL(TypeInformation<E> content) {
        return new OptionalType<>(content);
    }

    /**
     * An array of primitives.
     *
     * @param arrayClass such as {@code int[].class}
     */
    @SuppressWarnings("unchecked")
    public static <A> TypeInformation<A> PRIMITIVE_ARRAY(Class<A> arrayClass) {
        if (!arrayClass.isArray() || !arrayClass.componentType().isPrimitive()) {
            throw new IllegalArgumentException(arrayClass.getName() + " is no array of primitives");
        }
        return (TypeInformation<A>) BASIC.get(arrayClass);
    }

    /**
     * An array of primitives; the typed variant takes the array's class.
     *
     * @param element the type of the elements, such as {@link #INT}
     */
    public static TypeInformation<?> PRIMITIVE_ARRAY(TypeInformation<?> element) {
        Class<?> primitive = MethodType.methodType(element.typeClass()).unwrap().returnType();
        return PRIMITIVE_ARRAY(primitive.arrayType());
    }

    /** An array of objects. */
    public static <E> TypeInformation<E[]> OBJECT_ARRAY(TypeInformation<E> element) {
        return new ObjectArrayType<>(element);
    }

    /**
     * A record that is not generic; for one that is, use a {@link TypeHint}.
     *
     * @throws InvalidTypesException if a component's type says too little
     */
    public static <R extends Record> TypeInformation<R> RECORD(Class<R> type) {
        return TypeInformation.of(type);
    }

    /**
     * A POJO that is not generic; for one that is, use a {@link TypeHint}. What a POJO is, {@link TypeExtractor} says.
     *
     * @throws InvalidTypesException if the class is no POJO, with the reason, or a field's type says too little
     */
    public static <T> TypeInformation<T> POJO(Class<T> type) {
        TypeInformation<T> found = TypeInformation.of(type);
        if (found instanceof StructType) {
            return found;
        }
        String why = found.fallbacks().isEmpty()
                ? "it is " + found
                : found.fallbacks().get(0).reason();
        throw new InvalidTypesException(
                type.getName() + " is no POJO: " + why + ".",
                "Change that, or write Types.GENERIC(" + type.getSimpleName()
                        + ".class) for the serializer of last resort.");
    }

    /** Any type at all, by the serializer of last resort: slower, larger, and with no schema. */
    public static <T> TypeInformation<T> GENERIC(Class<T> type) {
        return new GenericType<>(type, null);
    }

    /**
     * Any type at all, by a serializer of your own. {@link TypeInfo} on the class has it found by itself.
     *
     * @param serializers makes a new one for each thread, such as {@code MySerializer::new}
     */
    public static <T> TypeInformation<T> CUSTOM(Class<T> type, SerializerFactory<T> serializers) {
        return new CustomType<>(type, serializers);
    }

    /**
     * A tuple of as many fields, where their number is not known when the job is compiled.
     *
     * @param <T> the class of tuples of that many fields, or {@link Tuple}
     */
    @SuppressWarnings("unchecked")
    public static <T extends Tuple> TypeInformation<T> TUPLE(TypeInformation<?>... fields) {
        return (TypeInformation<T>) tuple(Tuple.newInstance(fields.length).getClass(), fields);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0> TypeInformation<Tuple1<T0>> TUPLE(TypeInformation<T0> f0) {
        return (TypeInformation<Tuple1<T0>>) tuple(Tuple1.class, f0);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1> TypeInformation<Tuple2<T0, T1>> TUPLE(TypeInformation<T0> f0, TypeInformation<T1> f1) {
        return (TypeInformation<Tuple2<T0, T1>>) tuple(Tuple2.class, f0, f1);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2> TypeInformation<Tuple3<T0, T1, T2>> TUPLE(
            TypeInformation<T0> f0, TypeInformation<T1> f1, TypeInformation<T2> f2) {
        return (TypeInformation<Tuple3<T0, T1, T2>>) tuple(Tuple3.class, f0, f1, f2);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2, T3> TypeInformation<Tuple4<T0, T1, T2, T3>> TUPLE(
            TypeInformation<T0> f0, TypeInformation<T1> f1, TypeInformation<T2> f2, TypeInformation<T3> f3) {
        return (TypeInformation<Tuple4<T0, T1, T2, T3>>) tuple(Tuple4.class, f0, f1, f2, f3);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2, T3, T4> TypeInformation<Tuple5<T0, T1, T2, T3, T4>> TUPLE(
            TypeInformation<T0> f0,
            TypeInformation<T1> f1,
            TypeInformation<T2> f2,
            TypeInformation<T3> f3,
            TypeInformation<T4> f4) {
        return (TypeInformation<Tuple5<T0, T1, T2, T3, T4>>) tuple(Tuple5.class, f0, f1, f2, f3, f4);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2, T3, T4, T5> TypeInformation<Tuple6<T0, T1, T2, T3, T4, T5>> TUPLE(
            TypeInformation<T0> f0,
            TypeInformation<T1> f1,
            TypeInformation<T2> f2,
            TypeInformation<T3> f3,
            TypeInformation<T4> f4,
            TypeInformation<T5> f5) {
        return (TypeInformation<Tuple6<T0, T1, T2, T3, T4, T5>>) tuple(Tuple6.class, f0, f1, f2, f3, f4, f5);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2, T3, T4, T5, T6> TypeInformation<Tuple7<T0, T1, T2, T3, T4, T5, T6>> TUPLE(
            TypeInformation<T0> f0,
            TypeInformation<T1> f1,
            TypeInformation<T2> f2,
            TypeInformation<T3> f3,
            TypeInformation<T4> f4,
            TypeInformation<T5> f5,
            TypeInformation<T6> f6) {
        return (TypeInformation<Tuple7<T0, T1, T2, T3, T4, T5, T6>>) tuple(Tuple7.class, f0, f1, f2, f3, f4, f5, f6);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2, T3, T4, T5, T6, T7> TypeInformation<Tuple8<T0, T1, T2, T3, T4, T5, T6, T7>> TUPLE(
            TypeInformation<T0> f0,
            TypeInformation<T1> f1,
            TypeInformation<T2> f2,
            TypeInformation<T3> f3,
            TypeInformation<T4> f4,
            TypeInformation<T5> f5,
            TypeInformation<T6> f6,
            TypeInformation<T7> f7) {
        return (TypeInformation<Tuple8<T0, T1, T2, T3, T4, T5, T6, T7>>)
                tuple(Tuple8.class, f0, f1, f2, f3, f4, f5, f6, f7);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2, T3, T4, T5, T6, T7, T8>
            TypeInformation<Tuple9<T0, T1, T2, T3, T4, T5, T6, T7, T8>> TUPLE(
                    TypeInformation<T0> f0,
                    TypeInformation<T1> f1,
                    TypeInformation<T2> f2,
                    TypeInformation<T3> f3,
                    TypeInformation<T4> f4,
                    TypeInformation<T5> f5,
                    TypeInformation<T6> f6,
                    TypeInformation<T7> f7,
                    TypeInformation<T8> f8) {
        return (TypeInformation<Tuple9<T0, T1, T2, T3, T4, T5, T6, T7, T8>>)
                tuple(Tuple9.class, f0, f1, f2, f3, f4, f5, f6, f7, f8);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9>
            TypeInformation<Tuple10<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9>> TUPLE(
                    TypeInformation<T0> f0,
                    TypeInformation<T1> f1,
                    TypeInformation<T2> f2,
                    TypeInformation<T3> f3,
                    TypeInformation<T4> f4,
                    TypeInformation<T5> f5,
                    TypeInformation<T6> f6,
                    TypeInformation<T7> f7,
                    TypeInformation<T8> f8,
                    TypeInformation<T9> f9) {
        return (TypeInformation<Tuple10<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9>>)
                tuple(Tuple10.class, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>
            TypeInformation<Tuple11<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>> TUPLE(
                    TypeInformation<T0> f0,
                    TypeInformation<T1> f1,
                    TypeInformation<T2> f2,
                    TypeInformation<T3> f3,
                    TypeInformation<T4> f4,
                    TypeInformation<T5> f5,
                    TypeInformation<T6> f6,
                    TypeInformation<T7> f7,
                    TypeInformation<T8> f8,
                    TypeInformation<T9> f9,
                    TypeInformation<T10> f10) {
        return (TypeInformation<Tuple11<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>>)
                tuple(Tuple11.class, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10);
    }

    /** A tuple. */
    @SuppressWarnings("unchecked")
    public static <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            TypeInformation<Tuple12<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>> TUPLE(
                    TypeInformation<T0> f0,
                    TypeInformation<T1> f1,
                    TypeInformation<T2> f2,
                    TypeInformation<T3> f3,
                    TypeInformation<T4> f4,
                    TypeInformation<T5> f5,
                    TypeInformation<T6> f6,
                    TypeInformation<T7> f7,
                    TypeInformation<T8> f8,
                    TypeInformation<T9> f9,
                    TypeInformation<T10> f10,
                    TypeInformation<T11> f11) {
        return (TypeInformation<Tuple12<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>>)
                tuple(Tuple12.class, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11);
    }

    private static TypeInformation<?> tuple(Class<? extends Tuple> type, TypeInformation<?>... fields) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            names.add("f" + i);
        }
        return new StructType<>(StructKind.TUPLE, type, names, List.of(fields));
    }
}
