package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Types with a serializer of the job's own. */
class CustomTypesTest {

    /** No POJO: it has no constructor without arguments. */
    @TypeInfo(PointType.class)
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point that && x == that.x && y == that.y;
        }

        @Override
        public int hashCode() {
            return 31 * x + y;
        }
    }

    static final class PointSerializer implements TypeSerializer<Point> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Point value, BinaryWriter out) {
            out.writeInt(value.x);
            out.writeInt(value.y);
        }

        @Override
        public Point deserialize(BinaryReader in) {
            int x = in.readInt();
            return new Point(x, in.readInt());
        }

        @Override
        public Point copy(Point value) {
            return value;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Point value) {
            return value.hashCode();
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, "point/1");
        }
    }

    public static final class PointType extends TypeInfoFactory<Point> {
        @Override
        public TypeInformation<Point> createTypeInfo(Type t, Map<String, TypeInformation<?>> genericParameters) {
            return Types.CUSTOM(Point.class, PointSerializer::new);
        }
    }

    /** A generic class whose factory tells what it was given. */
    @TypeInfo(BagType.class)
    interface Bag<A, B> {}

    public static final class BagType extends TypeInfoFactory<Bag<?, ?>> {
        private static String given;

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public TypeInformation<Bag<?, ?>> createTypeInfo(Type t, Map<String, TypeInformation<?>> genericParameters) {
            given = genericParameters.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .sorted()
                    .collect(Collectors.joining(" "));
            return (TypeInformation) Types.GENERIC(Bag.class);
        }
    }

    public static final class NullFactory extends TypeInfoFactory<Object> {
        @Override
        public TypeInformation<Object> createTypeInfo(Type t, Map<String, TypeInformation<?>> genericParameters) {
            return null;
        }
    }

    public static final class NeedsArgument extends TypeInfoFactory<Object> {
        public NeedsArgument(int argument) {}

        @Override
        public TypeInformation<Object> createTypeInfo(Type t, Map<String, TypeInformation<?>> genericParameters) {
            throw new AssertionError("cannot be made");
        }
    }

    record Line(Point from, List<Point> to) {}

    public static class Annotated {
        @TypeInfo(PointType.class)
        public Object point;
    }

    record NoType(@TypeInfo(NullFactory.class) Object value) {}

    record NoConstructor(@TypeInfo(NeedsArgument.class) Object value) {}

    @Test
    void anAnnotatedClassIsFoundWithItsOwnSerializerWhereverItStands() {
        SerializerLaws.hold(TypeInformation.of(Point.class), new Point(1, 2));
        Line line = new Line(new Point(1, 2), List.of(new Point(3, 4)));
        TypeSerializer<Line> serializer = TypeInformation.of(Line.class).createSerializer();
        assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, line)))
                .isEqualTo(line);
    }

    @Test
    void anAnnotationOnAFieldComesBeforeWhatTheFieldsTypeSays() {
        assertThat(TypeInformation.of(Annotated.class)
                        .createSerializer()
                        .schema()
                        .fields())
                .singleElement()
                .satisfies(field -> assertThat(field.schema().typeName()).isEqualTo("point/1"));
    }

    @Test
    void aFactoryIsGivenTheArgumentsThatAreKnown() {
        TypeInformation.of(new TypeHint<Bag<String, List<Integer>>>() {});
        assertThat(BagType.given).isEqualTo("A=String B=List<Integer>");
        TypeInformation.of(Bag.class);
        assertThat(BagType.given).isEmpty();
    }

    @Test
    void aFactoryThatCannotDoItsWorkIsNamed() {
        assertThatThrownBy(() -> TypeInformation.of(NoType.class))
                .hasMessageContaining("NullFactory.createTypeInfo returned null");
        assertThatThrownBy(() -> TypeInformation.of(NoConstructor.class))
                .hasMessageContaining("NeedsArgument cannot be made")
                .hasMessageContaining("public constructor without arguments");
    }

    @Test
    void twoTypesWithSerializersOfOneSchemaAreTheSame() {
        assertThat(Types.CUSTOM(Point.class, PointSerializer::new))
                .isEqualTo(Types.CUSTOM(Point.class, () -> new PointSerializer()))
                .isNotEqualTo(Types.GENERIC(Point.class));
        assertThat(JavaSerialization.copy(TypeInformation.of(Point.class))).isEqualTo(TypeInformation.of(Point.class));
    }
}
