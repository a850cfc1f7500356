package io.tidemark.testing.docs;

import io.tidemark.api.DataStream;
import io.tidemark.api.function.Collector;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInfo;
import io.tidemark.api.type.TypeInfoFactory;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.type.ValueReader;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The examples of docs/types.md; {@link TypeExamplesTest} runs them. */
final class TypeExamples {
    private TypeExamples() {}

    public abstract static class Event {
        public String id;
        public Instant at;
    }

    public static class Purchase extends Event {
        public BigDecimal price;
        public Optional<UUID> voucher = Optional.empty();
        public int[] quantities;
    }

    record Timed<T>(T value, LocalDateTime since) {}

    record Basket(List<Timed<Purchase>> purchases, Map<String, Duration> waits) {}

    sealed interface Payment permits Card, Transfer, Voucher {}

    record Card(String number, int month) implements Payment {}

    record Transfer(String account) implements Payment {}

    enum Voucher implements Payment {
        SMALL,
        LARGE
    }

    static DataStream<Tuple2<String, Integer>> counts(DataStream<String> lines) {
        DataStream<Tuple2<String, Integer>> counts = lines.flatMap(
                        (String line, Collector<Tuple2<String, Integer>> out) -> {
                            for (String word : line.split(" ")) {
                                out.collect(Tuple2.of(word, 1));
                            }
                        })
                .returns(Types.TUPLE(Types.STRING, Types.INT));
        return counts;
    }

    static DataStream<Tuple2<String, Integer>> countsOfUnknownType(DataStream<String> lines) {
        return lines.flatMap((String line, Collector<Tuple2<String, Integer>> out) -> out.collect(Tuple2.of(line, 1)));
    }

    @TypeInfo(PointType.class)
    static final class Point {
        private final int x;
        private final int y;
        private final int z;

        private Point(int x, int y, int z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        static Point of(int x, int y, int z) {
            return new Point(x, y, z);
        }

        int x() {
            return x;
        }

        int y() {
            return y;
        }

        int z() {
            return z;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point that && x == that.x && y == that.y && z == that.z;
        }

        @Override
        public int hashCode() {
            return Objects.hash(x, y, z);
        }
    }

    public static final class PointType extends TypeInfoFactory<Point> {
        @Override
        public TypeInformation<Point> createTypeInfo(Type t, Map<String, TypeInformation<?>> genericParameters) {
            return Types.CUSTOM(Point.class, PointSerializer::new);
        }
    }

    static final class PointSerializer implements TypeSerializer<Point> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Point value, BinaryWriter out) {
            out.writeInt(value.x());
            out.writeInt(value.y());
            out.writeInt(value.z());
        }

        @Override
        public Point deserialize(BinaryReader in) {
            return Point.of(in.readInt(), in.readInt(), in.readInt());
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
            return 31 * (31 * value.x() + value.y()) + value.z();
        }

        /** The first version had no z. */
        @Override
        public ValueReader<Point> readerOf(SerializerSnapshot stored) {
            return stored.typeName().equals("point/1") ? in -> Point.of(in.readInt(), in.readInt(), 0) : null;
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, "point/2");
        }
    }
}
