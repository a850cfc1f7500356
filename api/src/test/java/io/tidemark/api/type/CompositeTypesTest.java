package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.Samples.Box;
import io.tidemark.api.type.Samples.Color;
import io.tidemark.api.type.Samples.Empty;
import io.tidemark.api.type.Samples.Nine;
import io.tidemark.api.type.Samples.Order;
import io.tidemark.api.type.Samples.Pair;
import io.tidemark.api.type.Samples.Reading;
import io.tidemark.api.type.Samples.RushOrder;
import io.tidemark.api.type.Samples.Scalars;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.WithNull;
import org.junit.jupiter.api.Test;

class CompositeTypesTest {

    @Property(tries = 200)
    void tuplesWithNullsKeepTheLaws(
            @ForAll @WithNull String f0, @ForAll @WithNull Integer f1, @ForAll @WithNull Color f2) {
        SerializerLaws.hold(Types.TUPLE(Types.STRING, Types.INT, Types.ENUM(Color.class)), Tuple3.of(f0, f1, f2));
        SerializerLaws.hold(
                Types.TUPLE(Types.TUPLE(Types.STRING, Types.INT), Types.STRING), Tuple2.of(Tuple2.of(f0, f1), f0));
    }

    @Test
    void aTupleOfTwelveKeepsTheLawsWhicheverFieldIsNull() {
        TypeInformation<
                        Tuple12<
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer>>
                type = Types.TUPLE(
                        Types.INT, Types.INT, Types.INT, Types.INT, Types.INT, Types.INT, Types.INT, Types.INT,
                        Types.INT, Types.INT, Types.INT, Types.INT);
        for (int missing = 0; missing < 12; missing++) {
            var tuple = Tuple12.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
            tuple.setField(null, missing);
            SerializerLaws.hold(type, tuple);
        }
    }

    @Property(tries = 200)
    void recordsOfPrimitivesKeepTheLaws(
            @ForAll boolean z,
            @ForAll byte b,
            @ForAll short s,
            @ForAll char c,
            @ForAll int i,
            @ForAll long l,
            @ForAll float f,
            @ForAll double d) {
        SerializerLaws.hold(Types.RECORD(Scalars.class), new Scalars(z, b, s, c, i, l, f, d));
    }

    @Property(tries = 200)
    void recordsWithNullsKeepTheLaws(@ForAll("nines") Nine nine) {
        SerializerLaws.hold(Types.RECORD(Nine.class), nine);
    }

    @Provide
    Arbitrary<Nine> nines() {
        Arbitrary<String> strings = Arbitraries.strings().injectNull(0.3);
        Arbitrary<Integer> ints = Arbitraries.integers().injectNull(0.3);
        Arbitrary<List<String>> lists = strings.list().ofMaxSize(5).injectNull(0.3);
        Arbitrary<Map<String, Integer>> maps =
                Arbitraries.maps(strings, ints).ofMaxSize(5).injectNull(0.3);
        Arbitrary<byte[]> arrays =
                Arbitraries.bytes().array(byte[].class).ofMaxSize(5).injectNull(0.3);
        Arbitrary<Pair<String, Integer>> pairs =
                Combinators.combine(strings, ints).as(Pair::new).injectNull(0.3);
        return Combinators.combine(
                        strings,
                        ints,
                        Arbitraries.longs().injectNull(0.3),
                        Arbitraries.of(Color.class).injectNull(0.3),
                        lists,
                        maps,
                        arrays,
                        pairs)
                .as((a, b, c, d, f, g, h, i) -> new Nine(a, b, c, d, a, f, g, h, i));
    }

    @Test
    void aRecordWithoutComponentsKeepsTheLaws() {
        SerializerLaws.hold(Types.RECORD(Empty.class), new Empty());
        SerializerLaws.hold(Types.LIST(Types.RECORD(Empty.class)), List.of(new Empty(), new Empty()));
    }

    @Property(tries = 200)
    void pojosWithNullsKeepTheLaws(
            @ForAll int zebra,
            @ForAll @WithNull String name,
            @ForAll @WithNull List<@WithNull String> items,
            @ForAll double price,
            @ForAll boolean open,
            @ForAll @WithNull Boolean paid) {
        Order order = order(zebra, name, items, price, open, paid);
        SerializerLaws.hold(Types.POJO(Order.class), order);
        TypeSerializer<Order> serializer = Types.POJO(Order.class).createSerializer();
        assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, order)))
                .isEqualTo(order);
        assertThat(serializer.copy(order)).isEqualTo(order);
    }

    private static Order order(int zebra, String name, List<String> items, double price, boolean open, Boolean paid) {
        Order order = new Order();
        order.zebra = zebra;
        order.setName(name);
        order.items = items;
        order.price = price;
        order.setOpen(open);
        order.setPaid(paid);
        order.reading = name == null ? null : new Reading(name, zebra, price, open);
        return order;
    }

    @Test
    void aTransientFieldIsNotWritten() {
        Order order = order(1, "n", null, 2, true, null);
        order.cache = "changed";
        TypeSerializer<Order> serializer = Types.POJO(Order.class).createSerializer();
        assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, order)).cache)
                .isEqualTo("not written");
    }

    @Test
    void aGenericPojoIsWrittenByItsArguments() {
        TypeInformation<Box<Tuple2<String, Integer>>> type =
                TypeInformation.of(new TypeHint<Box<Tuple2<String, Integer>>>() {});
        Box<Tuple2<String, Integer>> box = new Box<>();
        box.content = Tuple2.of("a", 1);
        SerializerLaws.hold(type, box);
    }

    @Test
    void aSubclassOfAPojoIsRefusedRatherThanCutOff() {
        TypeSerializer<Order> serializer = Types.POJO(Order.class).createSerializer();
        RushOrder rush = new RushOrder();
        assertThatThrownBy(() -> serializer.serialize(rush, new BinaryWriter(8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Samples$RushOrder is not exactly io.tidemark.api.type.Samples$Order")
                .hasMessageContaining("Types.GENERIC(Order.class)");
        assertThatThrownBy(() -> serializer.copy(rush)).isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 200)
    void collectionsKeepTheLaws(
            @ForAll List<@WithNull String> list,
            @ForAll Set<@WithNull Integer> set,
            @ForAll Map<@WithNull String, @WithNull Long> map) {
        SerializerLaws.hold(Types.LIST(Types.STRING), list);
        SerializerLaws.hold(Types.COLLECTION(Types.STRING), list);
        SerializerLaws.hold(Types.SET(Types.INT), set);
        SerializerLaws.hold(Types.MAP(Types.STRING, Types.LONG), map);
        SerializerLaws.hold(Types.MAP(Types.STRING, Types.LIST(Types.STRING)), Map.of("a", list));
    }

    @Property(tries = 200)
    void arraysOfObjectsKeepTheLaws(@ForAll @WithNull String a, @ForAll @WithNull String b) {
        SerializerLaws.hold(Types.OBJECT_ARRAY(Types.STRING), new String[] {a, b});
        SerializerLaws.hold(
                Types.OBJECT_ARRAY(Types.OBJECT_ARRAY(Types.STRING)), new String[][] {{a}, null, {}, {b, a}});
        SerializerLaws.hold(Types.OBJECT_ARRAY(Types.PRIMITIVE_ARRAY(int[].class)), new int[][] {{1, 2}, null, {}});
    }

    @Property(tries = 200)
    void optionalsKeepTheLaws(@ForAll String value) {
        SerializerLaws.hold(Types.OPTIONAL(Types.STRING), Optional.of(value));
        SerializerLaws.hold(Types.OPTIONAL(Types.LIST(Types.STRING)), Optional.of(List.of(value)));
    }

    @Test
    void anEmptyOptionalComesBackEmpty() {
        TypeSerializer<Optional<String>> serializer =
                Types.OPTIONAL(Types.STRING).createSerializer();
        assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, Optional.empty())))
                .isEmpty();
    }

    @Test
    void listsAreReadAsArrayListsAndKeepTheirOrder() {
        TypeSerializer<List<Integer>> serializer = Types.LIST(Types.INT).createSerializer();
        byte[] bytes = SerializerLaws.bytes(serializer, new LinkedList<>(Arrays.asList(3, null, 1)));
        assertThat(SerializerLaws.read(serializer, bytes))
                .isInstanceOf(ArrayList.class)
                .containsExactly(3, null, 1);
        TypeSerializer<Collection<Integer>> ofCollection =
                Types.COLLECTION(Types.INT).createSerializer();
        assertThat(SerializerLaws.bytes(ofCollection, new ArrayDeque<>(List.of(1, 2))))
                .isEqualTo(SerializerLaws.bytes(serializer, List.of(1, 2)));
    }

    @Test
    void mapsAreReadInTheOrderTheyHad() {
        TypeSerializer<Map<String, Integer>> serializer =
                Types.MAP(Types.STRING, Types.INT).createSerializer();
        Map<String, Integer> map = new TreeMap<>(Map.of("c", 1, "a", 2, "b", 3));
        assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, map)))
                .isInstanceOf(LinkedHashMap.class)
                .containsExactly(Map.entry("a", 2), Map.entry("b", 3), Map.entry("c", 1));
    }

    @Test
    void equalSetsAndMapsHaveEqualHashesWhateverTheirOrder() {
        TypeSerializer<Set<String>> ofSet = Types.SET(Types.STRING).createSerializer();
        assertThat(ofSet.hash(new java.util.TreeSet<>(List.of("a", "b", "c"))))
                .isEqualTo(ofSet.hash(new HashSet<>(List.of("c", "b", "a"))));
        TypeSerializer<Map<String, Integer>> ofMap =
                Types.MAP(Types.STRING, Types.INT).createSerializer();
        Map<String, Integer> backwards = new LinkedHashMap<>();
        backwards.put("b", 2);
        backwards.put("a", 1);
        assertThat(ofMap.hash(backwards)).isEqualTo(ofMap.hash(new TreeMap<>(backwards)));
    }

    @Test
    void aMapWithANullValueIsNotOneWithoutTheKey() {
        TypeSerializer<Map<String, Integer>> serializer =
                Types.MAP(Types.STRING, Types.INT).createSerializer();
        Map<String, Integer> a = new HashMap<>();
        a.put("a", null);
        Map<String, Integer> b = new HashMap<>();
        b.put("b", null);
        assertThat(serializer.equal(a, b)).isFalse();
    }

    @Property(tries = 300)
    void keysAreEqualIfAndOnlyIfTheirBytesAre(
            @ForAll("keys") Tuple3<String, List<Double>, Pair<Boolean, Float>> a,
            @ForAll("keys") Tuple3<String, List<Double>, Pair<Boolean, Float>> b) {
        TypeInformation<Tuple3<String, List<Double>, Pair<Boolean, Float>>> type =
                TypeInformation.of(new TypeHint<Tuple3<String, List<Double>, Pair<Boolean, Float>>>() {});
        TypeSerializer<Tuple3<String, List<Double>, Pair<Boolean, Float>>> serializer = type.createSerializer();
        boolean sameBytes = Arrays.equals(SerializerLaws.bytes(serializer, a), SerializerLaws.bytes(serializer, b));
        assertThat(type.isKeyType()).isTrue();
        assertThat(serializer.equal(a, b)).isEqualTo(sameBytes).isEqualTo(a.equals(b));
        if (sameBytes) {
            assertThat(serializer.hash(a)).isEqualTo(serializer.hash(b));
        }
    }

    @Provide
    Arbitrary<Tuple3<String, List<Double>, Pair<Boolean, Float>>> keys() {
        double otherNan = Double.longBitsToDouble(0x7ff8_0000_0000_0001L);
        Arbitrary<List<Double>> lists = Arbitraries.of(0.0, -0.0, Double.NaN, otherNan)
                .injectNull(0.3)
                .list()
                .ofMaxSize(1);
        Arbitrary<Pair<Boolean, Float>> pairs = Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.of(1f, Float.NaN).injectNull(0.5))
                .as(Pair::new);
        return Combinators.combine(Arbitraries.of("a", "\u0100").injectNull(0.3), lists, pairs)
                .as(Tuple3::of);
    }

    @Test
    void noChangeOfACopyReachesTheOriginal() {
        TypeSerializer<Order> serializer = Types.POJO(Order.class).createSerializer();
        Order order = order(1, "n", new ArrayList<>(List.of("a")), 2, true, null);
        Order copy = serializer.copy(order);
        copy.items.add("b");
        copy.zebra = 2;
        assertThat(order.items).containsExactly("a");
        assertThat(order.zebra).isEqualTo(1);

        TypeSerializer<Map<String, List<Integer>>> ofMap =
                Types.MAP(Types.STRING, Types.LIST(Types.INT)).createSerializer();
        Map<String, List<Integer>> map = new HashMap<>(Map.of("a", new ArrayList<>(List.of(1))));
        ofMap.copy(map).get("a").add(2);
        assertThat(map.get("a")).containsExactly(1);

        TypeSerializer<Nine> ofRecord = Types.RECORD(Nine.class).createSerializer();
        Nine nine = new Nine(null, null, null, null, null, null, null, new byte[] {1}, null);
        ofRecord.copy(nine).h()[0] = 2;
        assertThat(nine.h()).containsExactly(1);
    }

    @Test
    void aRecordIsImmutableIfAllOfItsComponentsAre() {
        assertThat(Types.RECORD(Reading.class).createSerializer().isImmutable()).isTrue();
        assertThat(Types.RECORD(Nine.class).createSerializer().isImmutable()).isFalse();
        assertThat(Types.TUPLE(Types.STRING).createSerializer().isImmutable()).isFalse();
        assertThat(Types.POJO(Order.class).createSerializer().isImmutable()).isFalse();
        assertThat(Types.OPTIONAL(Types.STRING).createSerializer().isImmutable())
                .isTrue();
        assertThat(Types.OPTIONAL(Types.LIST(Types.STRING)).createSerializer().isImmutable())
                .isFalse();
    }

    @Test
    void aNullableSerializerTakesNull() {
        NullableSerializer<String> serializer = new NullableSerializer<>(Types.STRING.createSerializer());
        assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, null)))
                .isNull();
        assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, "a")))
                .isEqualTo("a");
        assertThat(serializer.hash(null)).isZero();
        assertThat(serializer.equal(null, null)).isTrue();
        assertThat(serializer.equal(null, "a")).isFalse();
        assertThat(serializer.copy(null)).isNull();
    }

    @Test
    void aSetWithAnElementTwiceAndAMapOfUnequalHalvesAreCorrupt() {
        TypeSerializer<List<Integer>> ofList = Types.LIST(Types.INT).createSerializer();
        byte[] twice = SerializerLaws.bytes(ofList, List.of(1, 1));
        assertThatThrownBy(() -> SerializerLaws.read(Types.SET(Types.INT).createSerializer(), twice))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("twice");
        BinaryWriter out = new BinaryWriter(8);
        ofList.serialize(List.of(1, 2), out);
        ofList.serialize(List.of(1), out);
        assertThatThrownBy(() ->
                        SerializerLaws.read(Types.MAP(Types.INT, Types.INT).createSerializer(), out.toByteArray()))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("2 keys and 1 values");
    }
}
