package io.tidemark.testing.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.InvalidTypesException;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.testing.docs.TypeExamples.Basket;
import io.tidemark.testing.docs.TypeExamples.Card;
import io.tidemark.testing.docs.TypeExamples.Payment;
import io.tidemark.testing.docs.TypeExamples.Point;
import io.tidemark.testing.docs.TypeExamples.PointSerializer;
import io.tidemark.testing.docs.TypeExamples.Purchase;
import io.tidemark.testing.docs.TypeExamples.Timed;
import io.tidemark.testing.docs.TypeExamples.Transfer;
import io.tidemark.testing.docs.TypeExamples.Voucher;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What docs/types.md says of its examples. */
class TypeExamplesTest {
    private static <T> T thereAndBack(TypeSerializer<T> serializer, T value) {
        BinaryWriter out = new BinaryWriter(64);
        serializer.serialize(value, out);
        return serializer.deserialize(new BinaryReader(out.toByteArray()));
    }

    @Test
    void genericRecordsAndFieldsOfSuperclassesComeBack() {
        Purchase purchase = new Purchase();
        purchase.id = "p";
        purchase.at = Instant.ofEpochSecond(5);
        purchase.price = new BigDecimal("1.50");
        purchase.voucher = Optional.of(new UUID(1, 2));
        purchase.quantities = new int[] {1, 2};
        LocalDateTime since = LocalDateTime.of(2026, 1, 2, 3, 4);
        Basket basket = new Basket(List.of(new Timed<>(purchase, since)), Map.of("w", Duration.ofMinutes(1)));

        assertThat(TypeInformation.of(Basket.class).fallbacks()).isEmpty();
        Basket back = thereAndBack(TypeInformation.of(Basket.class).createSerializer(), basket);
        assertThat(back.waits()).isEqualTo(basket.waits());
        assertThat(back.purchases()).singleElement().satisfies(timed -> {
            assertThat(timed.since()).isEqualTo(since);
            assertThat(timed.value()).usingRecursiveComparison().isEqualTo(purchase);
        });
    }

    @Test
    void aValueOfASubclassIsRefused() {
        TypeSerializer<Purchase> serializer = TypeInformation.of(Purchase.class).createSerializer();
        assertThatThrownBy(() -> thereAndBack(serializer, new Purchase() {}))
                .hasMessageContaining("its own fields would be lost");
    }

    @Test
    void everyCaseOfASealedTypeComesBack() {
        TypeSerializer<Payment> serializer = TypeInformation.of(Payment.class).createSerializer();
        for (Payment payment : List.of(new Card("1", 2), new Transfer("a"), Voucher.LARGE)) {
            assertThat(thereAndBack(serializer, payment)).isEqualTo(payment);
        }
    }

    @Test
    void anErasedTypeIsAnErrorThatSaysWhatToWrite() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        assertThat(TypeExamples.counts(env.fromData("a b")).getType()).isEqualTo(Types.TUPLE(Types.STRING, Types.INT));
        assertThatThrownBy(() ->
                        TypeExamples.countsOfUnknownType(env.fromData("a b")).getType())
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("is erased in a lambda")
                .hasMessageContaining("Write .returns(");
    }

    @Test
    void aSerializerOfItsOwnIsFoundAndReadsItsFirstVersion() {
        TypeSerializer<Point> serializer = TypeInformation.of(Point.class).createSerializer();
        assertThat(serializer).isInstanceOf(PointSerializer.class);
        assertThat(thereAndBack(serializer, Point.of(1, 2, 3))).isEqualTo(Point.of(1, 2, 3));
        SerializerSnapshot first = SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, "point/1");
        BinaryWriter out = new BinaryWriter(8);
        out.writeInt(4);
        out.writeInt(5);
        assertThat(SchemaComparison.of(first, serializer).reader(serializer).read(new BinaryReader(out.toByteArray())))
                .isEqualTo(Point.of(4, 5, 0));
    }
}
