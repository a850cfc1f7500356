package io.tidemark.checkpoint.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KryoSerializerTest {

    interface Shape {}

    /** Private, final, without a constructor that takes nothing. */
    static final class Circle implements Shape {
        private final double radius;
        private final String name;

        Circle(double radius, String name) {
            this.radius = radius;
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Circle that && radius == that.radius && Objects.equals(name, that.name);
        }

        @Override
        public int hashCode() {
            return Double.hashCode(radius);
        }
    }

    record Square(double side, List<String> labels) implements Shape {}

    static final class Node {
        int value;
        Node next;
    }

    static class Parent {
        private final int x = 1;
    }

    static final class Child extends Parent {
        private int x = 2;
    }

    static final class Problem extends Exception {
        private static final long serialVersionUID = 1L;
        private final int code;

        Problem(int code) {
            super("problem " + code);
            this.code = code;
        }
    }

    static final class NamedList extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
        private String name;
    }

    interface LengthOf extends Comparator<String>, Serializable {}

    /** Keeps what it is where Kryo does not look. */
    static final class Guarded implements Serializable {
        private static final long serialVersionUID = 1L;

        private transient String contents;

        Guarded(String contents) {
            this.contents = contents;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUTF(contents);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            contents = in.readUTF();
        }
    }

    /** A POJO of classes that are none, though they look like it. */
    public static final class Everyday {
        public Date when;
        public HashSet<String> names;
        public TreeSet<String> sorted;
        public ArrayDeque<Integer> waiting;
        public LinkedList<String> linked;
        public ConcurrentHashMap<String, Long> counts;
    }

    private static <T> TypeSerializer<T> serializer(Class<T> type) {
        return Types.GENERIC(type).createSerializer();
    }

    private static <T> byte[] write(TypeSerializer<T> serializer, T value) {
        BinaryWriter out = new BinaryWriter(0);
        serializer.serialize(value, out);
        return out.toByteArray();
    }

    private static <T> T through(TypeSerializer<T> serializer, T value) {
        byte[] bytes = write(serializer, value);
        BinaryReader in = new BinaryReader(Arrays.copyOf(bytes, bytes.length + 3));
        T back = serializer.deserialize(in);
        assertThat(in.remaining()).isEqualTo(3);
        return back;
    }

    static List<Object> values() {
        List<Object> values = new ArrayList<>(List.of(
                "text",
                1,
                new Circle(1.5, "c"),
                new Square(2, List.of("a", "b")),
                List.of(1, 2, 3),
                Arrays.asList("a", null),
                new ArrayList<>(List.of(new Circle(1, null))),
                Map.of("a", 1),
                new TreeMap<>(Map.of("b", 2, "a", 1)),
                new EnumMap<>(Map.of(TimeUnit.DAYS, 1)),
                Collections.unmodifiableList(new ArrayList<>(List.of("a"))),
                Collections.unmodifiableMap(new LinkedHashMap<>(Map.of("a", 1))),
                Collections.synchronizedList(new ArrayList<>(List.of("a"))),
                Collections.emptyList(),
                Collections.singletonMap("a", null),
                Collections.nCopies(3, "a"),
                BitSet.valueOf(new long[] {5, 6}),
                TimeUnit.HOURS,
                Tuple2.of("a", new int[] {1}),
                java.time.ZonedDateTime.parse("2024-02-29T01:02:03+01:00[Europe/Paris]")));
        values.add(new HashMap<>(Collections.singletonMap(null, 1)));
        return values;
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesOfAnyClassComeBackAndAreCopied(Object value) {
        TypeSerializer<Object> serializer = serializer(Object.class);
        assertThat(through(serializer, value)).isEqualTo(value).hasSameClassAs(value);
        assertThat(serializer.copy(value)).isEqualTo(value).hasSameClassAs(value);
        assertThat(serializer.hash(value)).isEqualTo(serializer(Object.class).hash(value));
    }

    @Test
    void valuesOfAnInterfaceComeBackAsTheClassTheyHad() {
        TypeSerializer<Shape> serializer = serializer(Shape.class);
        assertThat(through(serializer, new Circle(1, "a"))).isEqualTo(new Circle(1, "a"));
        assertThat(through(serializer, new Square(1, List.of()))).isEqualTo(new Square(1, List.of()));
    }

    @Test
    void cyclesComeBackAsCycles() {
        Node node = new Node();
        node.value = 7;
        node.next = new Node();
        node.next.next = node;
        Node back = through(serializer(Node.class), node);
        assertThat(back.value).isEqualTo(7);
        assertThat(back.next.next).isSameAs(back);
        Node copy = serializer(Node.class).copy(node);
        assertThat(copy.next.next).isSameAs(copy).isNotSameAs(node);
    }

    @Test
    void fieldsOfTheSameNameInAClassAndItsSuperclassAreBothKept() {
        Child child = new Child();
        child.x = 5;
        Child back = through(serializer(Child.class), child);
        assertThat(back.x).isEqualTo(5);
        assertThat(((Parent) back).x).isEqualTo(1);
    }

    @Test
    void exceptionsComeBackWithMessageAndFields() {
        TypeSerializer<Problem> serializer = serializer(Problem.class);
        Problem back = through(serializer, new Problem(3));
        assertThat(back).hasMessage("problem 3");
        assertThat(back.code).isEqualTo(3);
        assertThat(serializer.copy(back).code).isEqualTo(3);
    }

    @Test
    void aCollectionWithFieldsOfItsOwnKeepsThem() {
        NamedList list = new NamedList();
        list.add("a");
        list.name = "mine";
        TypeSerializer<NamedList> serializer = serializer(NamedList.class);
        assertThat(through(serializer, list)).containsExactly("a");
        assertThat(through(serializer, list).name).isEqualTo("mine");
        assertThat(serializer.copy(list).name).isEqualTo("mine");
    }

    @Test
    void whatIsInTransientFieldsOfAClassThatWritesThemItselfComesBack() {
        LongAdder adder = new LongAdder();
        adder.add(7);
        assertThat(through(serializer(LongAdder.class), adder).sum()).isEqualTo(7);
        Guarded guarded = new Guarded("inside");
        assertThat(through(serializer(Guarded.class), guarded).contents).isEqualTo("inside");
        assertThat(serializer(Guarded.class).copy(guarded).contents).isEqualTo("inside");
    }

    @Test
    void classesOfTheLibraryWhoseStateIsTransientComeBackWholeWhereverTheyAreDeclared() {
        Everyday value = new Everyday();
        value.when = new Date(5);
        value.names = new HashSet<>(Set.of("a"));
        value.sorted = new TreeSet<>(Comparator.reverseOrder());
        value.sorted.addAll(Set.of("a", "b"));
        value.waiting = new ArrayDeque<>(List.of(1, 2));
        value.linked = new LinkedList<>(List.of("x", "y"));
        value.counts = new ConcurrentHashMap<>(Map.of("k", 1L));
        Everyday back = through(TypeInformation.of(Everyday.class).createSerializer(), value);
        assertThat(back.when).isEqualTo(value.when);
        assertThat(back.names).isEqualTo(value.names);
        assertThat(back.sorted).containsExactly("b", "a");
        assertThat(back.waiting).containsExactly(1, 2);
        assertThat(back.linked).isEqualTo(value.linked);
        assertThat(back.counts).isEqualTo(value.counts);
    }

    @Test
    void aLambdaThatIsSerializableComesBack() {
        LengthOf byLength = (a, b) -> a.length() - b.length();
        TreeMap<String, Integer> map = new TreeMap<>(byLength);
        map.put("long", 1);
        map.put("s", 2);
        assertThat(through(serializer(Object.class), map)).isEqualTo(map);
    }

    @Test
    void whatCannotBeKeptWholeIsRefusedByName() {
        TypeSerializer<Object> serializer = serializer(Object.class);
        assertThatThrownBy(() -> write(serializer, new ArrayList<>(List.of(1, 2)).subList(0, 1)))
                .isInstanceOf(UnserializableException.class)
                .hasMessageContaining("java.util.ArrayList$SubList")
                .hasMessageContaining("not java.io.Serializable");
        assertThatThrownBy(() -> write(serializer, new Thread()))
                .isInstanceOf(UnserializableException.class)
                .hasMessageContaining("java.lang.Thread");
        assertThat(through(serializer, "still works")).isEqualTo("still works");
    }

    @Test
    void aValueNestedTooDeepIsAnErrorAndNotTheEndOfTheThread() {
        Node list = null;
        for (int i = 0; i < 200_000; i++) {
            Node node = new Node();
            node.next = list;
            list = node;
        }
        Node deep = list;
        TypeSerializer<Node> serializer = serializer(Node.class);
        assertThatThrownBy(() -> write(serializer, deep))
                .isInstanceOf(UnserializableException.class)
                .hasMessageContaining("nested too deep");
        assertThat(through(serializer, new Node())).isNotNull();
    }

    @Test
    void bytesThatEndEarlyAreCorrupt() {
        TypeSerializer<Circle> serializer = serializer(Circle.class);
        byte[] bytes = write(serializer, new Circle(1, "a circle"));
        for (int length = 0; length < bytes.length; length++) {
            byte[] beginning = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> serializer.deserialize(new BinaryReader(beginning)))
                    .isInstanceOf(CorruptDataException.class);
        }
    }

    @Test
    void aValueOfAnotherTypeIsCorrupt() {
        byte[] bytes = write(serializer(Object.class), "text");
        assertThatThrownBy(() -> serializer(AtomicLong.class).deserialize(new BinaryReader(bytes)))
                .isInstanceOf(CorruptDataException.class);
    }

    @Test
    void aCopyIsIndependent() {
        TypeSerializer<Object> serializer = serializer(Object.class);
        List<List<Integer>> original = new ArrayList<>(List.of(new ArrayList<>(List.of(1))));
        @SuppressWarnings("unchecked")
        List<List<Integer>> copy = (List<List<Integer>>) serializer.copy(original);
        copy.get(0).add(2);
        assertThat(original.get(0)).containsExactly(1);
        assertThat(serializer.isImmutable()).isFalse();
    }

    @Test
    @SuppressWarnings("unchecked")
    void itWorksAfterJavaSerialization() throws IOException, ClassNotFoundException {
        TypeSerializer<Circle> serializer = serializer(Circle.class);
        byte[] bytes = write(serializer, new Circle(1, "a"));
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        new ObjectOutputStream(stream).writeObject(serializer);
        TypeSerializer<Circle> other = (TypeSerializer<Circle>)
                new ObjectInputStream(new ByteArrayInputStream(stream.toByteArray())).readObject();
        assertThat(other.deserialize(new BinaryReader(bytes))).isEqualTo(new Circle(1, "a"));
        assertThat(write(other, new Circle(1, "a"))).isEqualTo(bytes);
    }

    @Test
    void theHashIsThatOfTheBytesAndStaysAsItIs() {
        assertThat(serializer(Square.class).hash(new Square(1, List.of("a")))).isEqualTo(2004031100);
        assertThat(serializer(Circle.class).hash(new Circle(1, "a"))).isEqualTo(-386414655);
    }

    @Test
    void theSchemaNamesTheClass() {
        assertThat(serializer(Circle.class).schema())
                .isEqualTo(SerializerSnapshot.of(SerializerSnapshot.Kind.GENERIC, Circle.class.getName()));
    }

    @Test
    void typesThatFallBackFindItByThemselves() {
        TypeInformation<Circle> type = TypeInformation.of(Circle.class);
        assertThat(type.fallbacks()).hasSize(1);
        assertThat(through(type.createSerializer(), new Circle(2, "b"))).isEqualTo(new Circle(2, "b"));
    }
}
