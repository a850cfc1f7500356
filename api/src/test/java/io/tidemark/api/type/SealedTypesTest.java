package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.SchemaComparison.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that are one of several classes, all of which are known. */
class SealedTypesTest {

    sealed interface Shape permits Circle, Square, Nowhere, Solid {}

    record Circle(double radius) implements Shape {}

    record Square(int side, String label) implements Shape {}

    enum Nowhere implements Shape {
        HERE,
        THERE {
            @Override
            public String toString() {
                return "over there";
            }
        }
    }

    abstract static sealed class Solid implements Shape permits Cube {}

    public static final class Cube extends Solid {
        public int edge;

        public Cube() {}

        Cube(int edge) {
            this.edge = edge;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Cube that && edge == that.edge;
        }

        @Override
        public int hashCode() {
            return edge;
        }
    }

    record Drawing(String name, Shape shape, List<Shape> more) {}

    sealed interface Result<T> permits Ok, Failed {}

    record Ok<T>(T value) implements Result<T> {}

    record Failed<T>(String why) implements Result<T> {}

    sealed interface Tree permits Leaf, Node {}

    record Leaf(int value) implements Tree {}

    record Node(Tree left, Tree right) implements Tree {}

    sealed interface Half permits Known, Open {}

    record Known(int value) implements Half {}

    static non-sealed class Open implements Half {}

    @Test
    void everyCaseKeepsTheLaws() {
        TypeInformation<Shape> type = TypeInformation.of(Shape.class);
        assertThat(type.fallbacks()).isEmpty();
        for (Shape shape : List.of(new Circle(1.5), new Square(3, null), Nowhere.HERE, Nowhere.THERE)) {
            TypeSerializer<Shape> serializer = type.createSerializer();
            assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, shape)))
                    .isEqualTo(shape);
        }
        SerializerLaws.hold(type, new Cube(7));
    }

    @Test
    void aFieldMayBeOfASealedType() {
        Drawing drawing = new Drawing("d", new Circle(1), List.of(Nowhere.THERE, new Square(1, "a"), new Cube(2)));
        TypeSerializer<Drawing> serializer = TypeInformation.of(Drawing.class).createSerializer();
        assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, drawing)))
                .isEqualTo(drawing);
    }

    @Test
    void argumentsOfAGenericSealedTypeReachItsCases() {
        TypeInformation<Result<List<String>>> type = TypeInformation.of(new TypeHint<Result<List<String>>>() {});
        assertThat(type.fallbacks()).isEmpty();
        TypeSerializer<Result<List<String>>> serializer = type.createSerializer();
        for (Result<List<String>> result : List.of(new Ok<>(List.of("a")), new Failed<List<String>>("no"))) {
            assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, result)))
                    .isEqualTo(result);
        }
        assertThatThrownBy(() -> TypeInformation.of(Result.class))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("Result has no type arguments");
    }

    @Test
    void aSealedTypeOfKeysCanBeAKey() {
        assertThat(TypeInformation.of(Shape.class).isKeyType()).isTrue();
        TypeSerializer<Shape> serializer = TypeInformation.of(Shape.class).createSerializer();
        assertThat(serializer.hash(new Circle(2))).isEqualTo(serializer.hash(new Circle(2)));
        assertThat(serializer.equal(new Circle(2), new Square(2, null))).isFalse();
    }

    @Test
    void aTypeThatContainsItselfOrIsNotSealedToTheEndFallsBackAndSaysWhy() {
        assertThat(TypeInformation.of(Tree.class).fallbacks())
                .singleElement()
                .satisfies(fallback -> assertThat(fallback.reason()).isEqualTo("it contains itself"));
        assertThat(TypeInformation.of(Half.class).fallbacks())
                .singleElement()
                .satisfies(fallback -> assertThat(fallback.reason()).isEqualTo("its permitted Open is non-sealed"));
    }

    @Test
    void theBytesAreTheNumberOfTheCaseAndTheValue() {
        TypeSerializer<Shape> serializer = TypeInformation.of(Shape.class).createSerializer();
        assertThat(SerializerLaws.bytes(serializer, Nowhere.THERE)).containsExactly(2, 1);
        assertThatThrownBy(() -> SerializerLaws.read(serializer, new byte[] {4, 0}))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("has 4 cases, none of number 4");
    }

    // ------------------------------------------------------------------------------------ evolution

    private static CompiledClasses version(String classes) {
        return CompiledClasses.of("""
                package job;
                import io.tidemark.api.type.RenamedFrom;
                public class Versions {
                    %s
                }
                """.formatted(classes));
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> serializer(CompiledClasses version) {
        return (TypeSerializer<Object>) TypeInformation.of(version.inner("T")).createSerializer();
    }

    private static final String BEFORE = """
            public sealed interface T permits A, B {}
            public record A(int x) implements T {}
            public record B(String y) implements T {}
            """;

    @Test
    void casesComeMoveAreRenamedAndChangeInside() throws Exception {
        CompiledClasses before = version(BEFORE);
        CompiledClasses after = version("""
                public sealed interface T permits C, Bee, A {}
                public record A(long x, int fresh) implements T {}
                @RenamedFrom("job.Versions$B") public record Bee(String y) implements T {}
                public record C() implements T {}
                """);
        SchemaComparison comparison = SchemaComparison.of(serializer(before).schema(), serializer(after));
        assertThat(comparison.verdict()).isEqualTo(Verdict.READABLE);
        Object a = before.inner("A").getDeclaredConstructors()[0].newInstance(5);
        Object b = before.inner("B").getDeclaredConstructors()[0].newInstance("text");
        assertThat(read(comparison, before, a, after)).hasToString("A[x=5, fresh=0]");
        assertThat(read(comparison, before, b, after)).hasToString("Bee[y=text]");
        assertThat(comparison.differences())
                .extracting(SchemaDifference::toString)
                .contains(
                        "(A).x: widened, int -> long",
                        "(A).fresh: added, int",
                        "(Bee): renamed, job.Versions$B -> job.Versions$Bee",
                        "case added, job.Versions$C");
    }

    private static Object read(
            SchemaComparison comparison, CompiledClasses before, Object value, CompiledClasses after) {
        byte[] bytes = SerializerLaws.bytes(serializer(before), value);
        return comparison.reader(serializer(after)).read(new BinaryReader(bytes));
    }

    @Test
    void aCaseThatWasRenamedIsFoundThoughItsFormerNameIsInUseAgain() throws Exception {
        CompiledClasses before = version("""
                public sealed interface T permits A {}
                public record A(int x) implements T {}
                """);
        CompiledClasses after = version("""
                public sealed interface T permits A, B {}
                public record A(int x) implements T {}
                @RenamedFrom("job.Versions$A") public record B(int x) implements T {}
                """);
        SchemaComparison comparison = SchemaComparison.of(serializer(before).schema(), serializer(after));
        Object a = before.inner("A").getDeclaredConstructors()[0].newInstance(5);
        assertThat(read(comparison, before, a, after)).hasToString("B[x=5]");
    }

    @Test
    void aCaseThatIsAddedBehindTheOthersChangesNothing() {
        CompiledClasses after = version(BEFORE.replace("A, B {}", "A, B, C {}") + "public record C() implements T {}");
        assertThat(SchemaComparison.of(serializer(version(BEFORE)).schema(), serializer(after))
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    void aCaseThatIsGoneIsAMisfitThatSaysWhatToDo() {
        CompiledClasses after = version("""
                public sealed interface T permits A {}
                public record A(int x) implements T {}
                """);
        SchemaComparison comparison =
                SchemaComparison.of(serializer(version(BEFORE)).schema(), serializer(after));
        assertThat(comparison.verdict()).isEqualTo(Verdict.MISFIT);
        assertThat(comparison.misfits()).singleElement().satisfies(misfit -> {
            assertThat(misfit).hasToString("case removed, job.Versions$B");
            assertThat(misfit.hint()).contains("@RenamedFrom(\"job.Versions$B\")");
        });
    }

    @Test
    void aRemovedFieldOfASealedTypeIsSkipped() throws Exception {
        CompiledClasses before =
                version(BEFORE.replace("interface T", "interface S").replace("implements T", "implements S")
                        + "public record T(S gone, int kept) {}");
        CompiledClasses after = version("public record T(int kept) {}");
        Object a = before.inner("A").getDeclaredConstructors()[0].newInstance(5);
        Object stored = before.inner("T").getDeclaredConstructors()[0].newInstance(a, 9);
        SchemaComparison comparison = SchemaComparison.of(serializer(before).schema(), serializer(after));
        assertThat(read(comparison, before, stored, after)).hasToString("T[kept=9]");
    }
}
