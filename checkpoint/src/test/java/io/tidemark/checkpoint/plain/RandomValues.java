package io.tidemark.checkpoint.plain;

import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Random types, each with a random value and what is expected to be read of it without its classes. */
public final class RandomValues {
    private final Random random;

    public RandomValues(long seed) {
        this.random = new Random(seed);
    }

    /** A value, its type, and its plain form. */
    public record Sample(TypeInformation<Object> type, TypeSerializer<Object> serializer, Object value, Object plain) {}

    /** How to make further values of one type. */
    private interface Maker {
        Object[] valueAndPlain();
    }

    private record Made(TypeInformation<?> type, Maker maker) {}

    /** Nine fields that may be null and some that may not: more than fit into one byte of bits. */
    public record Wide(
            String a,
            int b,
            Integer c,
            Long d,
            String e,
            double f,
            Boolean g,
            String h,
            UUID i,
            String j,
            Integer k,
            boolean l,
            String m) {}

    public static final class Bean {
        public int number;
        public String text;
    }

    public record Empty() {}

    /** A type, and as many random values of it as are asked for, each with its plain form. */
    public record Many(TypeInformation<Object> type, Supplier<Object[]> valueAndPlain) {}

    /** As {@link #sample}, for several values. */
    public Many many(int depth) {
        Made made = make(depth);
        return new Many(untyped(made.type), made.maker::valueAndPlain);
    }

    /** Of a type that keys can have. */
    public Many manyKeys() {
        Made made = switch (random.nextInt(5)) {
            case 0 -> same(Types.STRING, this::text);
            case 1 -> same(Types.LONG, random::nextLong);
            case 2 -> same(Types.INT, () -> random.nextInt(20));
            case 3 -> same(Types.UUID, () -> new UUID(1, random.nextInt(20)));
            default ->
                new Made(Types.TUPLE(Types.STRING, Types.INT), () -> {
                    String name = text();
                    int number = random.nextInt(3);
                    Map<String, Object> fields = new LinkedHashMap<>();
                    fields.put("f0", name);
                    fields.put("f1", number);
                    return new Object[] {Tuple2.of(name, number), new Structure(Tuple2.class.getName(), true, fields)};
                });
        };
        return new Many(untyped(made.type), made.maker::valueAndPlain);
    }

    /** @param depth how deep types may be nested */
    public Sample sample(int depth) {
        Made made = make(depth);
        Object[] both = made.maker.valueAndPlain();
        return new Sample(untyped(made.type), untyped(made.type.createSerializer()), both[0], both[1]);
    }

    /** Some bytes turned, cut off, or added. */
    byte[] damage(byte[] bytes) {
        byte[] damaged = java.util.Arrays.copyOf(bytes, Math.max(0, bytes.length + random.nextInt(5) - 3));
        for (int i = random.nextInt(3); i > 0 && damaged.length > 0; i--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        return damaged;
    }

    @SuppressWarnings("unchecked")
    private static <T> T untyped(Object any) {
        return (T) any;
    }

    private Made make(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return basic();
        }
        return switch (random.nextInt(8)) {
            case 0 -> list(depth);
            case 1 -> set(depth);
            case 2 -> map(depth);
            case 3 -> array(depth);
            case 4 -> optional(depth);
            case 5 -> tuple(depth);
            case 6 -> wide();
            default -> bean();
        };
    }

    private Made basic() {
        return switch (random.nextInt(24)) {
            case 0 -> same(Types.STRING, this::text);
            case 1 -> same(Types.BOOLEAN, random::nextBoolean);
            case 2 -> same(Types.BYTE, () -> (byte) random.nextInt());
            case 3 -> same(Types.SHORT, () -> (short) random.nextInt());
            case 4 -> same(Types.CHAR, () -> (char) random.nextInt());
            case 5 -> same(Types.INT, random::nextInt);
            case 6 -> same(Types.LONG, random::nextLong);
            case 7 -> same(Types.FLOAT, random::nextFloat);
            case 8 -> same(Types.DOUBLE, random::nextGaussian);
            case 9 -> same(Types.BIG_INTEGER, () -> new BigInteger(random.nextInt(200), random));
            case 10 ->
                same(Types.BIG_DECIMAL, () -> new BigDecimal(new BigInteger(90, random), random.nextInt(40) - 20));
            case 11 -> same(Types.INSTANT, () -> Instant.ofEpochMilli(random.nextLong() >> 20));
            case 12 -> same(Types.DURATION, () -> Duration.ofNanos(random.nextLong()));
            case 13 -> same(Types.LOCAL_DATE, () -> LocalDate.ofEpochDay(random.nextInt(1_000_000)));
            case 14 -> same(Types.LOCAL_TIME, () -> LocalTime.ofNanoOfDay(random.nextInt(Integer.MAX_VALUE)));
            case 15 ->
                same(
                        Types.LOCAL_DATE_TIME,
                        () -> LocalDate.ofEpochDay(random.nextInt(99_999))
                                .atTime(LocalTime.ofSecondOfDay(random.nextInt(86_400))));
            case 16 -> same(Types.UUID, () -> new UUID(random.nextLong(), random.nextLong()));
            case 17 -> same(Types.VOID, () -> null);
            case 18 ->
                new Made(Types.ENUM(PlainReaderTest.Color.class), () -> {
                    PlainReaderTest.Color color = PlainReaderTest.Color.values()[random.nextInt(2)];
                    return new Object[] {color, new Constant(PlainReaderTest.Color.class.getName(), color.name())};
                });
            case 19 ->
                new Made(TypeInformation.of(int[].class), () -> {
                    int[] array = random.ints(random.nextInt(4)).toArray();
                    return new Object[] {
                        array, java.util.Arrays.stream(array).boxed().toList()
                    };
                });
            case 20 ->
                new Made(TypeInformation.of(boolean[].class), () -> {
                    boolean[] array = {random.nextBoolean()};
                    return new Object[] {array, List.of(array[0])};
                });
            case 21 ->
                new Made(TypeInformation.of(double[].class), () -> {
                    double[] array = random.doubles(random.nextInt(4)).toArray();
                    return new Object[] {
                        array, java.util.Arrays.stream(array).boxed().toList()
                    };
                });
            case 22 ->
                same(TypeInformation.of(byte[].class), () -> {
                    byte[] bytes = new byte[random.nextInt(40)];
                    random.nextBytes(bytes);
                    return bytes;
                });
            default ->
                new Made(TypeInformation.of(Empty.class), () ->
                        new Object[] {new Empty(), new Structure(Empty.class.getName(), false, Map.of())});
        };
    }

    private static Made same(TypeInformation<?> type, Supplier<Object> value) {
        return new Made(type, () -> {
            Object made = value.get();
            return new Object[] {made, made};
        });
    }

    private String text() {
        return switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> "plain " + random.nextInt(100);
            case 2 -> "wide " + (char) (0x400 + random.nextInt(100)) + "😀";
            default -> "half \ud83d" + random.nextInt(10);
        };
    }

    private Object[] orNull(Maker maker) {
        return random.nextInt(4) == 0 ? new Object[] {null, null} : maker.valueAndPlain();
    }

    private Made list(int depth) {
        Made element = make(depth - 1);
        return new Made(Types.LIST(RandomValues.<TypeInformation<Object>>untyped(element.type)), () -> {
            List<Object> values = new ArrayList<>();
            List<Object> plains = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                Object[] both = orNull(element.maker);
                values.add(both[0]);
                plains.add(both[1]);
            }
            return new Object[] {values, plains};
        });
    }

    private Made array(int depth) {
        Made element = make(depth - 1);
        if (element.type.typeClass().isPrimitive() || element.type.equals(Types.VOID)) {
            return element;
        }
        TypeInformation<Object> type = untyped(element.type);
        return new Made(Types.OBJECT_ARRAY(type), () -> {
            Object[] values = (Object[]) java.lang.reflect.Array.newInstance(type.typeClass(), random.nextInt(4));
            List<Object> plains = new ArrayList<>();
            for (int i = 0; i < values.length; i++) {
                Object[] both = orNull(element.maker);
                values[i] = both[0];
                plains.add(both[1]);
            }
            return new Object[] {values, plains};
        });
    }

    private Made set(int depth) {
        return new Made(Types.SET(Types.STRING), () -> {
            Set<Object> values = new LinkedHashSet<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                values.add(random.nextInt(4) == 0 ? null : text());
            }
            return new Object[] {values, new ArrayList<>(values)};
        });
    }

    private Made map(int depth) {
        Made value = make(depth - 1);
        return new Made(Types.MAP(Types.LONG, RandomValues.<TypeInformation<Object>>untyped(value.type)), () -> {
            Map<Object, Object> values = new LinkedHashMap<>();
            Map<Object, Object> plains = new LinkedHashMap<>();
            for (long i = random.nextInt(4); i > 0; i--) {
                Object[] both = orNull(value.maker);
                values.put(i, both[0]);
                plains.put(i, both[1]);
            }
            return new Object[] {values, plains};
        });
    }

    private Made optional(int depth) {
        Made content = make(depth - 1);
        return new Made(Types.OPTIONAL(RandomValues.<TypeInformation<Object>>untyped(content.type)), () -> {
            Object[] both = orNull(content.maker);
            return new Object[] {Optional.ofNullable(both[0]), Optional.ofNullable(both[1])};
        });
    }

    private Made tuple(int depth) {
        Made first = make(depth - 1);
        Made second = make(depth - 1);
        return new Made(Types.TUPLE(first.type, second.type), () -> {
            Object[] a = orNull(first.maker);
            Object[] b = orNull(second.maker);
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("f0", a[1]);
            fields.put("f1", b[1]);
            return new Object[] {Tuple2.of(a[0], b[0]), new Structure(Tuple2.class.getName(), true, fields)};
        });
    }

    private Made wide() {
        return new Made(TypeInformation.of(Wide.class), () -> {
            Wide wide = new Wide(
                    nullable(text()),
                    random.nextInt(),
                    nullable(random.nextInt()),
                    nullable(random.nextLong()),
                    nullable(text()),
                    random.nextDouble(),
                    nullable(random.nextBoolean()),
                    nullable(text()),
                    nullable(new UUID(1, random.nextLong())),
                    nullable(text()),
                    nullable(random.nextInt()),
                    random.nextBoolean(),
                    nullable(text()));
            Map<String, Object> fields = new LinkedHashMap<>();
            try {
                for (java.lang.reflect.RecordComponent component : Wide.class.getRecordComponents()) {
                    fields.put(component.getName(), component.getAccessor().invoke(wide));
                }
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
            return new Object[] {wide, new Structure(Wide.class.getName(), false, fields)};
        });
    }

    private Made bean() {
        return new Made(TypeInformation.of(Bean.class), () -> {
            Bean bean = new Bean();
            bean.number = random.nextInt();
            bean.text = nullable(text());
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("number", bean.number);
            fields.put("text", bean.text);
            return new Object[] {bean, new Structure(Bean.class.getName(), false, fields)};
        });
    }

    private <T> T nullable(T value) {
        return random.nextInt(4) == 0 ? null : value;
    }
}
