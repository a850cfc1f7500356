package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.SchemaComparison.Verdict;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which changes of a class let its stored values be read, and what is said of those that do not. */
class SchemaComparisonTest {

    private static CompiledClasses version(String classes) {
        return CompiledClasses.of("""
                package job;
                import io.tidemark.api.type.RenamedFrom;
                import java.util.*;
                public class Versions {
                    %s
                }
                """.formatted(classes));
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> serializer(Class<?> type) {
        return (TypeSerializer<Object>) TypeInformation.of(type).createSerializer();
    }

    private static Object record(Class<?> type, Object... values) throws Exception {
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static byte[] bytes(TypeSerializer<Object> serializer, Object value) {
        BinaryWriter out = new BinaryWriter(16);
        serializer.serialize(value, out);
        return out.toByteArray();
    }

    private static Object read(TypeSerializer<Object> from, Object value, TypeSerializer<Object> into) {
        BinaryReader in = new BinaryReader(bytes(from, value));
        Object read = SchemaComparison.of(from.schema(), into).reader(into).read(in);
        assertThat(in.remaining()).isZero();
        return read;
    }

    private static List<String> texts(SchemaComparison comparison) {
        return comparison.differences().stream()
                .map(difference -> (difference.fits() ? "" : "! ") + difference)
                .toList();
    }

    private static SchemaComparison compare(String before, String after) {
        return SchemaComparison.of(
                serializer(version(before).inner("T")).schema(),
                serializer(version(after).inner("T")));
    }

    private static Verdict verdict(String before, String after) {
        SchemaComparison comparison = compare(before, after);
        assertThat(comparison.misfits().isEmpty()).isEqualTo(comparison.verdict() != Verdict.MISFIT);
        return comparison.verdict();
    }

    @Test
    void trS6_addedAndRemovedFieldsOfARecordJustWork() throws Exception {
        Class<?> before =
                version("public record T(String a, long gone, int b) {}").inner("T");
        Class<?> after = version("public record T(String a, int b, double fresh, String text) {}")
                .inner("T");
        assertThat(read(serializer(before), record(before, "x", 7L, 3), serializer(after)))
                .isEqualTo(record(after, "x", 3, 0.0, null));
        SchemaComparison comparison = SchemaComparison.of(serializer(before).schema(), serializer(after));
        assertThat(comparison.verdict()).isEqualTo(Verdict.READABLE);
        assertThat(texts(comparison))
                .containsExactly(".gone: removed, long", ".fresh: added, double", ".text: added, String");
    }

    @Test
    void anAddedFieldOfAPojoHasWhatItsConstructorGaveIt() throws Exception {
        Class<?> before = version("public static class T { public String a; }").inner("T");
        Class<?> after = version("public static class T { public String a; public int limit = 100; }")
                .inner("T");
        Object stored = before.getConstructor().newInstance();
        before.getField("a").set(stored, "x");
        Object read = read(serializer(before), stored, serializer(after));
        assertThat(after.getField("a").get(read)).isEqualTo("x");
        assertThat(after.getField("limit").get(read)).isEqualTo(100);
    }

    @Test
    void trS6_everyDifferenceOfARetypedClassIsListedAtOnce() {
        SchemaComparison comparison = compare(
                "public enum E { A, B } public record In(long n) {}"
                        + " public record T(String a, long b, Integer c, E e, List<In> ins, int ok) {}",
                "public enum E { A } public record In(String n) {}"
                        + " public record T(long a, int b, int c, E e, List<In> ins, long ok) {}");
        assertThat(comparison.verdict()).isEqualTo(Verdict.MISFIT);
        assertThat(texts(comparison))
                .containsExactly(
                        "! .a: retyped, String -> long",
                        "! .a: nullability, String -> long",
                        "! .b: retyped, long -> int",
                        "! .c: nullability, Integer -> int",
                        "! .e: constant removed, B",
                        "! .ins[].n: retyped, long -> String",
                        ".ok: widened, int -> long");
        assertThat(comparison.misfits()).hasSize(6);
        assertThatThrownBy(() -> comparison.reader(Types.INT.createSerializer()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aRenamedFieldIsFoundByItsAnnotation() throws Exception {
        Class<?> before = version("public record T(int amount, String id) {}").inner("T");
        Class<?> after = version("public record T(String id, @RenamedFrom({\"sum\", \"amount\"}) long cents) {}")
                .inner("T");
        assertThat(read(serializer(before), record(before, 5, "x"), serializer(after)))
                .isEqualTo(record(after, "x", 5L));
        assertThat(texts(SchemaComparison.of(serializer(before).schema(), serializer(after))))
                .containsExactly(
                        ".cents: renamed, amount -> cents",
                        ".cents: widened, int -> long",
                        "reordered, [amount, id] -> [id, cents]");
    }

    @Test
    void anOldNameThatIsUsedAgainStaysWithTheRenamedFieldOnceOnly() throws Exception {
        Class<?> first = version("public record T(int a) {}").inner("T");
        Class<?> second =
                version("public record T(@RenamedFrom(\"a\") int b, int a) {}").inner("T");
        assertThat(read(serializer(first), record(first, 5), serializer(second)))
                .isEqualTo(record(second, 5, 0));
        assertThat(SchemaComparison.of(serializer(second).schema(), serializer(second))
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    void aFieldThatCameWhenOneOfItsTypeWentIsHintedAt() {
        SchemaComparison comparison = compare("public record T(int amount) {}", "public record T(int cents) {}");
        assertThat(comparison.verdict()).isEqualTo(Verdict.READABLE);
        assertThat(comparison.differences().get(1).hint()).contains("@RenamedFrom(\"amount\")");
    }

    @Test
    void twoFieldsThatClaimOneFormerNameAreRefused() {
        Class<?> type = version("public record T(@RenamedFrom(\"a\") int b, @RenamedFrom(\"a\") int c) {}")
                .inner("T");
        assertThatThrownBy(() -> serializer(type).schema())
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("both say that they are renamed from a");
    }

    @Test
    void aClassWithAnotherNameNeedsToSayThatItHadTheOldOne() {
        SerializerSnapshot stored =
                serializer(version("public record Old(int a) {}").inner("Old")).schema();
        SchemaComparison silent = SchemaComparison.of(
                stored, serializer(version("public record T(int a) {}").inner("T")));
        assertThat(silent.verdict()).isEqualTo(Verdict.MISFIT);
        assertThat(silent.misfits().get(0).hint()).contains("@RenamedFrom(\"job.Versions$Old\")");
        SchemaComparison said = SchemaComparison.of(
                stored,
                serializer(version("@RenamedFrom(\"job.Versions$Old\") public record T(int a) {}")
                        .inner("T")));
        assertThat(said.verdict()).isEqualTo(Verdict.SAME);
        assertThat(texts(said)).containsExactly("renamed, job.Versions$Old -> job.Versions$T");
    }

    @Test
    void aRecordReadsAPojoAndTheOtherWayRound() throws Exception {
        Class<?> pojo = version("public static class T { public int a; public String b; }")
                .inner("T");
        Class<?> record = version("public record T(String b, int a) {}").inner("T");
        Object stored = pojo.getConstructor().newInstance();
        pojo.getField("a").set(stored, 4);
        pojo.getField("b").set(stored, "x");
        assertThat(read(serializer(pojo), stored, serializer(record))).isEqualTo(record(record, "x", 4));
        Object back = read(serializer(record), record(record, "y", 5), serializer(pojo));
        assertThat(pojo.getField("a").get(back)).isEqualTo(5);
        assertThat(pojo.getField("b").get(back)).isEqualTo("y");
    }

    @Test
    void constantsAreFoundByNameAndMayMoveComeAndBeRenamed() throws Exception {
        CompiledClasses before = version("public enum E { A, B, C } public record T(E e, List<E> all) {}");
        CompiledClasses after =
                version("public enum E { C, D, @RenamedFrom(\"A\") AA, B } public record T(E e, List<E> all) {}");
        Object[] old = before.inner("E").getEnumConstants();
        Object[] now = after.inner("E").getEnumConstants();
        Object read = read(
                serializer(before.inner("T")),
                record(before.inner("T"), old[0], List.of(old[1], old[2])),
                serializer(after.inner("T")));
        assertThat(read).isEqualTo(record(after.inner("T"), now[2], List.of(now[3], now[0])));
    }

    @ParameterizedTest
    @CsvSource({
        "byte,short,y",
        "byte,int,y",
        "byte,long,y",
        "byte,float,y",
        "byte,double,y",
        "short,byte,n",
        "short,int,y",
        "short,float,y",
        "int,long,y",
        "int,double,y",
        "int,float,n",
        "int,short,n",
        "long,double,n",
        "long,int,n",
        "long,float,n",
        "float,double,y",
        "double,float,n",
        "float,int,n",
        "char,int,n",
        "boolean,int,n",
        "int,char,n",
        "int,Integer,y",
        "int,Long,y",
        "Integer,Long,y",
        "Integer,long,n",
        "Integer,int,n",
        "int[],long[],y",
        "float[],double[],y",
        "long[],int[],n",
        "int[],List<Integer>,n",
        "String,Optional<String>,n",
        "List<Integer>,Set<Integer>,n",
        "List<Integer>,List<Long>,y",
        "Integer[],Long[],y",
        "Optional<Integer>,Optional<Long>,y",
        "List<Integer>,Collection<Integer>,y"
    })
    void numbersWidenWhereNoValueIsLost(String before, String after, char fits) {
        Verdict verdict = verdict("public record T(" + before + " a) {}", "public record T(" + after + " a) {}");
        assertThat(verdict != Verdict.MISFIT).isEqualTo(fits == 'y');
    }

    @Test
    void placesOfATupleStayAsTheyAreAndTheirTypesEvolve() {
        TypeSerializer<?> two = Types.TUPLE(Types.INT, Types.STRING).createSerializer();
        assertThat(SchemaComparison.of(
                                two.schema(),
                                Types.TUPLE(Types.LONG, Types.STRING).createSerializer())
                        .verdict())
                .isEqualTo(Verdict.READABLE);
        assertThat(SchemaComparison.of(
                                two.schema(),
                                Types.TUPLE(Types.INT, Types.STRING, Types.INT).createSerializer())
                        .verdict())
                .isEqualTo(Verdict.MISFIT);
    }

    @Test
    void aKeyOfAMapKeepsItsFieldsSoThatNoTwoBecomeOne() {
        String map = "public record T(Map<K, Integer> m, Set<K> s) {}";
        SchemaComparison comparison =
                compare("public record K(int a, int b) {}" + map, "public record K(int a) {}" + map);
        assertThat(texts(comparison)).containsExactly("! .m[key].b: removed, int", "! .s[].b: removed, int");
        assertThat(verdict("public record K(int a) {}" + map, "public record K(long a, String b) {}" + map))
                .isEqualTo(Verdict.READABLE);
    }

    @Test
    void theClassOfARemovedFieldMayBeGone() throws Exception {
        Class<?> before = version(
                        "public enum E { A } public record Gone(E e, Map<String, List<Integer>> m, Optional<Long> o,"
                                + " int[] n, String s, java.math.BigDecimal d) {}"
                                + " public static class Empty { }"
                                + " public record T(Gone gone, Empty empty, Gone none, String kept) {}")
                .inner("T");
        Class<?> gone = before.getClassLoader().loadClass("job.Versions$Gone");
        Object e = before.getClassLoader().loadClass("job.Versions$E").getEnumConstants()[0];
        Object empty = before.getClassLoader()
                .loadClass("job.Versions$Empty")
                .getConstructor()
                .newInstance();
        Object held = record(
                gone,
                e,
                Map.of("x", List.of(1, 2)),
                java.util.Optional.of(3L),
                new int[] {4},
                "five",
                java.math.BigDecimal.TEN);
        Class<?> after = version("public record T(String kept) {}").inner("T");
        assertThat(read(serializer(before), record(before, held, empty, null, "x"), serializer(after)))
                .isEqualTo(record(after, "x"));
    }

    @Test
    void aTypeThatIsReadAsItIsIsSameWhateverItsNamesWere() {
        assertThat(verdict(
                        "public enum E { A } public record T(E e) {}",
                        "public enum E { A, B } public record T(E e) {}"))
                .isEqualTo(Verdict.SAME);
        assertThat(verdict("public record T(int a) {}", "public record T(@RenamedFrom(\"a\") int b) {}"))
                .isEqualTo(Verdict.SAME);
        assertThat(verdict(
                        "public enum E { A } public record T(E e) {}",
                        "public enum E { B, A } public record T(E e) {}"))
                .isEqualTo(Verdict.READABLE);
    }

    /** Reads a number that was stored as text, as its author says. */
    private static final class Lenient implements TypeSerializer<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Long value, BinaryWriter out) {
            out.writeVarLong(value);
        }

        @Override
        public Long deserialize(BinaryReader in) {
            return in.readVarLong();
        }

        @Override
        public Long copy(Long value) {
            return value;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Long value) {
            return value.hashCode();
        }

        @Override
        public ValueReader<Long> readerOf(SerializerSnapshot stored) {
            return stored.typeName().equals("java.lang.String") ? in -> Long.parseLong(in.readString()) : null;
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, "Lenient");
        }
    }

    @Test
    void aSerializerFromOutsideSaysItselfWhatItReads() {
        SerializerSnapshot texts = Types.LIST(Types.STRING).createSerializer().schema();
        SchemaComparison comparison = SchemaComparison.of(texts, lenientList());
        assertThat(comparison.verdict()).isEqualTo(Verdict.READABLE);
        BinaryWriter out = new BinaryWriter(16);
        Types.LIST(Types.STRING).createSerializer().serialize(List.of("7", "8"), out);
        assertThat(comparison.reader(lenientList()).read(new BinaryReader(out.toByteArray())))
                .isEqualTo(List.of(7L, 8L));
        assertThat(SchemaComparison.of(texts, lenientList().schema()).verdict()).isEqualTo(Verdict.MISFIT);
        assertThat(SchemaComparison.of(Types.LIST(Types.INT).createSerializer().schema(), lenientList())
                        .verdict())
                .isEqualTo(Verdict.MISFIT);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static TypeSerializer<List<Long>> lenientList() {
        return new ListSerializer<>((Class) List.class, new Lenient());
    }

    /** As {@link Lenient}; says that no two texts are one number, as is so where none has leading zeros. */
    private static TypeSerializer<Long> lenientKeys(boolean keepsApart) {
        return new TypeSerializer<>() {
            private static final long serialVersionUID = 1L;
            private final Lenient lenient = new Lenient();

            @Override
            public void serialize(Long value, BinaryWriter out) {
                lenient.serialize(value, out);
            }

            @Override
            public Long deserialize(BinaryReader in) {
                return lenient.deserialize(in);
            }

            @Override
            public Long copy(Long value) {
                return value;
            }

            @Override
            public boolean isImmutable() {
                return true;
            }

            @Override
            public int hash(Long value) {
                return lenient.hash(value);
            }

            @Override
            public ValueReader<Long> readerOf(SerializerSnapshot stored) {
                return lenient.readerOf(stored);
            }

            @Override
            public boolean keepsApart(SerializerSnapshot stored) {
                return keepsApart;
            }

            @Override
            public SerializerSnapshot schema() {
                return lenient.schema();
            }
        };
    }

    private static SchemaComparison keysOfAMap(TypeSerializer<Long> keys) {
        return SchemaComparison.of(
                Types.MAP(Types.STRING, Types.STRING).createSerializer().schema(),
                new MapSerializer<>(keys, Types.STRING.createSerializer()));
    }

    @Test
    void keysOfAMapAreReadByASerializerFromOutsideOnlyWhenItSaysThatNoTwoBecomeOne() {
        assertThat(keysOfAMap(lenientKeys(true)).verdict()).isEqualTo(Verdict.READABLE);
        SchemaComparison refused = keysOfAMap(lenientKeys(false));
        assertThat(refused.verdict()).isEqualTo(Verdict.MISFIT);
        assertThat(refused.misfits()).singleElement().satisfies(difference -> {
            assertThat(difference.path()).isEqualTo("[key]");
            assertThat(difference.hint()).contains("would become one");
        });
    }

    @Test
    void aTimeIsReadAsThatKindOfTimeOnly() {
        assertThat(SchemaComparison.of(Types.YEAR.createSerializer().schema(), Types.YEAR_MONTH.createSerializer())
                        .verdict())
                .isEqualTo(Verdict.MISFIT);
        assertThat(SchemaComparison.of(
                                Types.OFFSET_TIME.createSerializer().schema(), Types.LOCAL_TIME.createSerializer())
                        .verdict())
                .isEqualTo(Verdict.MISFIT);
        assertThat(SchemaComparison.of(Types.MONTH_DAY.createSerializer().schema(), Types.MONTH_DAY.createSerializer())
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    void aFieldOfASerializerFromOutsideCannotBeLeftOut() {
        SerializerSnapshot custom = SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, "Lenient");
        SerializerSnapshot stored = SerializerSnapshot.of(SerializerSnapshot.Kind.RECORD, "T")
                .withField("a", false, custom)
                .withField("b", true, Types.STRING.createSerializer().schema());
        SerializerSnapshot declared = SerializerSnapshot.of(SerializerSnapshot.Kind.RECORD, "T")
                .withField("b", true, Types.STRING.createSerializer().schema());
        SchemaComparison comparison = SchemaComparison.of(stored, declared);
        assertThat(comparison.misfits())
                .singleElement()
                .satisfies(difference -> assertThat(difference.hint()).contains("alone knows where it ends"));
    }

    @Test
    void typesOfLastResortAreReadByTheirOwnNameOnly() {
        SerializerSnapshot a = SerializerSnapshot.of(SerializerSnapshot.Kind.GENERIC, "A");
        SerializerSnapshot b = SerializerSnapshot.of(SerializerSnapshot.Kind.GENERIC, "B");
        assertThat(SchemaComparison.of(a, a).verdict()).isEqualTo(Verdict.SAME);
        assertThat(SchemaComparison.of(a, b).verdict()).isEqualTo(Verdict.MISFIT);
    }
}
