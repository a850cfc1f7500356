package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.Samples.Box;
import io.tidemark.api.type.Samples.Color;
import io.tidemark.api.type.Samples.Order;
import io.tidemark.api.type.Samples.Pair;
import io.tidemark.api.type.Samples.Reading;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TypeExtractorTest {

    interface MapLike<T, O> extends Serializable {
        O map(T value) throws Exception;
    }

    interface Out<T> {
        void collect(T record);
    }

    interface FlatMapLike<T, O> extends Serializable {
        void flatMap(T value, Out<O> out) throws Exception;
    }

    interface ManyLike<T, O> extends Serializable {
        Iterable<O> many(T value) throws Exception;
    }

    abstract static class RichMap<A, B> implements MapLike<B, A> {
        private static final long serialVersionUID = 1L;
    }

    private static <T, O> TypeInformation<O> mapped(MapLike<T, O> function) {
        return TypeExtractor.outputOf(function, MapLike.class, 1, "map \"parse\"");
    }

    private static <T, O> TypeInformation<O> flatMapped(FlatMapLike<T, O> function) {
        return TypeExtractor.outputOf(function, FlatMapLike.class, 1, "flatMap \"split\"");
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOf(InvalidTypesException.class);
    }

    @Nested
    class OfClasses {
        @Test
        void basicTypesAreTheConstantsOfTypes() {
            assertThat(TypeInformation.of(String.class)).isEqualTo(Types.STRING);
            assertThat(TypeExtractor.of(int.class)).isEqualTo(Types.INT);
            assertThat(TypeInformation.of(Integer.class)).isEqualTo(Types.INT);
            assertThat(TypeInformation.of(BigDecimal.class)).isEqualTo(Types.BIG_DECIMAL);
            assertThat(TypeInformation.of(Instant.class)).isEqualTo(Types.INSTANT);
            assertThat(TypeInformation.of(Void.class)).isEqualTo(Types.VOID);
            assertThat(TypeInformation.of(Color.class)).isEqualTo(Types.ENUM(Color.class));
            assertThat(TypeExtractor.of(Color.GREEN.getClass())).isEqualTo(Types.ENUM(Color.class));
        }

        @Test
        void arraysAreOfTheirElements() {
            assertThat(TypeInformation.of(byte[].class)).isEqualTo(Types.PRIMITIVE_ARRAY(byte[].class));
            assertThat(Types.PRIMITIVE_ARRAY(Types.INT)).isEqualTo(Types.PRIMITIVE_ARRAY(int[].class));
            assertThatThrownBy(() -> Types.PRIMITIVE_ARRAY(Types.STRING)).isInstanceOf(IllegalArgumentException.class);
            assertThat(TypeInformation.of(String[].class)).isEqualTo(Types.OBJECT_ARRAY(Types.STRING));
            assertThat(TypeInformation.of(int[][].class))
                    .isEqualTo(Types.OBJECT_ARRAY(Types.PRIMITIVE_ARRAY(int[].class)));
            assertThat(TypeInformation.of(String[][].class).typeClass()).isEqualTo(String[][].class);
        }

        @Test
        void recordsAreOfTheirComponentsInOrder() {
            SerializerSnapshot schema =
                    TypeInformation.of(Reading.class).createSerializer().schema();
            assertThat(schema.kind()).isEqualTo(SerializerSnapshot.Kind.RECORD);
            assertThat(schema.typeName()).isEqualTo("io.tidemark.api.type.Samples$Reading");
            assertThat(schema.fields())
                    .extracting(field -> field.name() + " " + field.schema().typeName() + " " + field.nullable())
                    .containsExactly(
                            "sensor java.lang.String true",
                            "at java.lang.Long false",
                            "value java.lang.Double true",
                            "ok java.lang.Boolean false");
        }

        @Test
        void pojosAreOfTheirFieldsByName() {
            SerializerSnapshot schema =
                    TypeInformation.of(Order.class).createSerializer().schema();
            assertThat(schema.kind()).isEqualTo(SerializerSnapshot.Kind.POJO);
            assertThat(schema.fields())
                    .extracting(SerializerSnapshot.Field::name)
                    .containsExactly("isOpen", "items", "name", "paid", "price", "reading", "zebra");
        }

        @Test
        void aGenericClassWithoutArgumentsIsRefused() {
            assertRefused(() -> TypeInformation.of(List.class))
                    .hasMessage("The type java.util.List is not complete: List has no type arguments.\n"
                            + "Write Types.LIST(Types.STRING) or new TypeHint<List<String>>() {}");
            assertRefused(() -> TypeInformation.of(Map.class))
                    .hasMessageContaining("Types.MAP(Types.STRING, Types.INT)")
                    .hasMessageContaining("new TypeHint<Map<String, Integer>>() {}");
            assertRefused(() -> TypeInformation.of(Pair.class)).hasMessageContaining("Pair has no type arguments");
            assertRefused(() -> TypeInformation.of(Box.class)).hasMessageContaining("Box has no type arguments");
            assertRefused(() -> TypeInformation.of(Tuple.class)).hasMessageContaining("Tuple has no type arguments");
        }

        @Test
        void objectIsRefusedUnlessAskedFor() {
            assertRefused(() -> TypeInformation.of(Object.class))
                    .hasMessageContaining("java.lang.Object says nothing about its values");
            assertThat(Types.GENERIC(Object.class).fallbacks()).isEmpty();
        }

        @Test
        void aFieldThatSaysTooLittleIsNamed() {
            assertRefused(() -> TypeInformation.of(Samples.Holder.class))
                    .hasMessageContaining("the field anything of Holder: java.lang.Object says nothing")
                    .hasMessageContaining("\nDeclare the field anything of Holder as, for example, String, or write"
                            + " Types.GENERIC(Holder.class)");
            assertRefused(() -> TypeInformation.of(Samples.RawHolder.class))
                    .hasMessageContaining("the field list of RawHolder: List has no type arguments")
                    .hasMessageContaining("as, for example, List<String>");
        }
    }

    @Nested
    class OfHints {
        @Test
        void aHintKeepsTheArguments() {
            assertThat(TypeInformation.of(new TypeHint<Tuple2<String, Integer>>() {}))
                    .isEqualTo(Types.TUPLE(Types.STRING, Types.INT));
            assertThat(TypeInformation.of(new TypeHint<Map<Color, List<Set<Long>>>>() {}))
                    .isEqualTo(Types.MAP(Types.ENUM(Color.class), Types.LIST(Types.SET(Types.LONG))));
            assertThat(TypeInformation.of(new TypeHint<Optional<Collection<String>>>() {}))
                    .isEqualTo(Types.OPTIONAL(Types.COLLECTION(Types.STRING)));
            assertThat(TypeInformation.of(new TypeHint<List<String>[]>() {}))
                    .isEqualTo(Types.OBJECT_ARRAY(Types.LIST(Types.STRING)));
        }

        @Test
        void argumentsOfGenericRecordsAndPojosReachTheirFields() {
            TypeInformation<Pair<String, Box<Integer>>> type =
                    TypeInformation.of(new TypeHint<Pair<String, Box<Integer>>>() {});
            SerializerSnapshot schema = type.createSerializer().schema();
            assertThat(schema.fields().get(0).schema().typeName()).isEqualTo("java.lang.String");
            assertThat(schema.fields().get(1).schema().fields().get(0).schema().typeName())
                    .isEqualTo("java.lang.Integer");
            assertThat(type).isNotEqualTo(TypeInformation.of(new TypeHint<Pair<String, Box<Long>>>() {}));
        }

        @Test
        void aPairOfPairsIsNotTakenForARecursiveType() {
            TypeInformation<?> type =
                    TypeInformation.of(new TypeHint<Pair<Pair<String, Integer>, Pair<String, Integer>>>() {});
            assertThat(type.fallbacks()).isEmpty();
            assertThat(type.isKeyType()).isTrue();
        }

        @Test
        void aWildcardIsItsBound() {
            assertThat(TypeInformation.of(new TypeHint<List<? extends String>>() {}))
                    .hasToString("List<String>");
            assertRefused(() -> TypeInformation.of(new TypeHint<List<?>>() {}))
                    .hasMessageContaining("java.lang.Object");
        }

        @Test
        @SuppressWarnings("rawtypes")
        void aHintWithoutAnArgumentIsRefused() {
            assertRefused(() -> new TypeHint() {}).hasMessageContaining("no type argument");
            assertRefused(() -> hintOf("a")).hasMessageContaining("the type variable X");
        }

        @Test
        void theExampleNamesAnEnumAsOne() {
            assertRefused(() -> TypeInformation.of(new TypeHint<Tuple2<Color, Object>>() {}))
                    .hasMessageContaining("Types.TUPLE(Types.ENUM(Color.class), Types.STRING)");
        }

        private <X> TypeHint<List<X>> hintOf(X ignored) {
            return new TypeHint<List<X>>() {};
        }
    }

    @Nested
    class OfFunctions {
        @Test
        void aLambdaSaysTheClassItReturns() {
            assertThat(mapped((String line) -> line.length())).isEqualTo(Types.INT);
            assertThat(mapped((String line) -> line)).isEqualTo(Types.STRING);
            assertThat(mapped((String line) -> new Reading(line, 1, 2.0, true))).isEqualTo(Types.RECORD(Reading.class));
            assertThat(mapped((String line) -> line.getBytes())).isEqualTo(Types.PRIMITIVE_ARRAY(byte[].class));
        }

        @Test
        void aLambdaThatCapturesVariablesSaysTheClassItReturns() {
            long offset = System.nanoTime();
            assertThat(mapped((String line) -> line.length() + offset)).isEqualTo(Types.LONG);
        }

        @Test
        void aMethodReferenceSaysAllThatItsMethodDoes() {
            assertThat(mapped(TypeExtractorTest::parse)).isEqualTo(Types.TUPLE(Types.STRING, Types.INT));
            assertThat(mapped(String::length)).isEqualTo(Types.INT);
            assertThat(mapped(new Parser()::words)).isEqualTo(Types.LIST(Types.STRING));
            assertThat(mapped((MapLike<String, Parser>) Parser::new)).hasToString("GENERIC(Parser)");
            assertThat(mapped(Reading::value)).isEqualTo(Types.DOUBLE);
        }

        @Test
        void aClassSaysItInItsDeclaration() {
            assertThat(mapped(new Swap())).isEqualTo(Types.TUPLE(Types.INT, Types.STRING));
            assertThat(mapped(new SwapAgain())).isEqualTo(Types.TUPLE(Types.INT, Types.STRING));
            assertThat(mapped(new MapLike<String, List<Long>>() {
                        @Override
                        public List<Long> map(String value) {
                            return List.of();
                        }
                    }))
                    .isEqualTo(Types.LIST(Types.LONG));
        }

        @Test
        void theTypeOfAnInputIsFoundInTheSameWay() {
            MapLike<Reading, String> lambda = reading -> reading.sensor();
            assertThat(TypeExtractor.outputOf(lambda, MapLike.class, 0, "map")).isEqualTo(Types.RECORD(Reading.class));
            assertThat(TypeExtractor.outputOf(new Swap(), MapLike.class, 0, "map"))
                    .isEqualTo(Types.TUPLE(Types.STRING, Types.INT));
        }

        @Test
        void aMethodReferenceSaysWhatItsCollectorTakes() {
            assertThat(flatMapped(TypeExtractorTest::split)).isEqualTo(Types.TUPLE(Types.STRING, Types.INT));
            ManyLike<String, String> many = new Parser()::words;
            assertThat(TypeExtractor.outputOf(many, ManyLike.class, 1, "many")).isEqualTo(Types.STRING);
        }

        @Test
        void aGenericResultOfALambdaIsErasedAndSaysWhatToWrite() {
            assertRefused(() -> mapped((String line) -> Tuple2.of(line, 1)))
                    .hasMessage("The type of the records that map \"parse\" emits is not known: Tuple2 has no type"
                            + " arguments.\n"
                            + "Write .returns(Types.TUPLE(Types.STRING, Types.INT)) or"
                            + " .returns(new TypeHint<Tuple2<String, Integer>>() {})");
            assertRefused(() -> mapped((String line) -> List.of(line)))
                    .hasMessageContaining(".returns(Types.LIST(Types.STRING))");
            assertRefused(() -> mapped((String line) -> new List<?>[] {List.of(line)}))
                    .hasMessageContaining("Types.OBJECT_ARRAY(Types.LIST(Types.STRING))")
                    .hasMessageContaining("new TypeHint<List<String>[]>() {}");
            assertRefused(() -> mapped((String line) -> new Pair<>(line, 1)))
                    .hasMessageContaining(".returns(new TypeHint<Pair<String, Integer>>() {})");
        }

        @Test
        void whatALambdaCollectsIsErasedAndSaysWhatToWrite() {
            assertRefused(() -> flatMapped((String line, Out<String> out) -> out.collect(line)))
                    .hasMessage("The type of the records that flatMap \"split\" emits is not known: the type variable O"
                            + " of FlatMapLike is erased in a lambda.\n"
                            + "Write .returns(Types.STRING) or .returns(new TypeHint<String>() {})");
        }

        @Test
        void aTypeVariableIsNotGuessed() {
            assertRefused(() -> mapped(identity())).hasMessageContaining("the type variable T");
            assertRefused(() -> mapped(new Identity<String>())).hasMessageContaining("the type variable X");
        }

        @Test
        @SuppressWarnings({"rawtypes", "unchecked"})
        void aFunctionWithoutArgumentsIsRefused() {
            MapLike raw = new RawMap();
            assertRefused(() -> mapped(raw)).hasMessageContaining("RawMap implements MapLike without type arguments");
        }

        @Test
        void aLambdaThatReturnsObjectIsRefused() {
            assertRefused(() -> mapped((String line) -> (Object) line)).hasMessageContaining("java.lang.Object");
        }

        @Test
        void anObjectThatIsNoSuchFunctionIsAMistakeOfTheCaller() {
            assertThatThrownBy(() -> TypeExtractor.outputOf("text", MapLike.class, 1, "map"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.lang.String is not a");
        }

        private static <T> MapLike<T, T> identity() {
            return new MapLike<>() {
                @Override
                public T map(T value) {
                    return value;
                }
            };
        }
    }

    static Tuple2<String, Integer> parse(String line) {
        return Tuple2.of(line, 1);
    }

    static void split(String line, Out<Tuple2<String, Integer>> out) {
        out.collect(Tuple2.of(line, 1));
    }

    static final class Parser implements Serializable {
        private static final long serialVersionUID = 1L;

        Parser() {}

        Parser(String ignored) {}

        List<String> words(String line) {
            return List.of(line);
        }
    }

    static class Swap extends RichMap<Tuple2<Integer, String>, Tuple2<String, Integer>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<Integer, String> map(Tuple2<String, Integer> value) {
            return Tuple2.of(value.f1, value.f0);
        }
    }

    static final class SwapAgain extends Swap {
        private static final long serialVersionUID = 1L;
    }

    static final class Identity<X> implements MapLike<X, X> {
        private static final long serialVersionUID = 1L;

        @Override
        public X map(X value) {
            return value;
        }
    }

    @SuppressWarnings("rawtypes")
    static final class RawMap implements MapLike {
        private static final long serialVersionUID = 1L;

        @Override
        public Object map(Object value) {
            return value;
        }
    }

    @Nested
    class Fallbacks {
        private String reason(Class<?> type) {
            List<TypeFallback> fallbacks = TypeInformation.of(type).fallbacks();
            assertThat(fallbacks).hasSize(1);
            assertThat(fallbacks.get(0).path()).isEmpty();
            assertThat(fallbacks.get(0).typeName()).isEqualTo(type.getName());
            return fallbacks.get(0).reason();
        }

        @Test
        void everyClassThatFallsBackSaysWhy() {
            assertThat(reason(Samples.NoDefaultConstructor.class))
                    .isEqualTo("it has no public constructor without arguments");
            assertThat(reason(Samples.HiddenField.class))
                    .isEqualTo("its field hidden is neither public and not final, nor has a getter and a setter");
            assertThat(reason(Samples.FinalField.class)).contains("fixed");
            assertThat(reason(Samples.Shape.class)).isEqualTo("it is abstract");
            assertThat(reason(Comparable.class)).isEqualTo("it is an interface");
            assertThat(reason(Samples.Inner.class)).isEqualTo("it is an inner class that is not static");
            assertThat(reason(TypeExtractorTest.class)).isEqualTo("it is not public");
            assertThat(reason(ArrayList.class)).contains("field");
            assertThat(TypeInformation.of(Order.class).fallbacks()).isEmpty();
        }

        @Test
        void aClassThatIsWrittenInAWayOfItsOwnIsNoPojoOfNothing() {
            String why = "it says with writeObject how it is written, so its fields may not be all of it";
            assertThat(reason(Date.class)).isEqualTo(why);
            assertThat(reason(LinkedHashSet.class)).isEqualTo(why);
            assertThat(reason(LinkedList.class)).isEqualTo(why);
            assertThat(reason(Samples.Tags.class)).isEqualTo(why);
            assertThat(reason(LongAdder.class)).contains("writeReplace");
            assertThat(reason(Samples.Written.class)).contains("writeExternal");
        }

        @Test
        void aFallbackInsideOfATypeSaysWhereItIs() {
            TypeInformation<?> type =
                    TypeInformation.of(new TypeHint<Map<String, Pair<List<Samples.Shape>, Integer>>>() {});
            assertThat(type.fallbacks())
                    .containsExactly(new TypeFallback(
                            "[value].first[]", "io.tidemark.api.type.Samples$Shape", "it is abstract"));
        }

        @Test
        void typesThatContainThemselvesFallBackWhole() {
            assertThat(reason(Samples.Node.class)).isEqualTo("it contains itself");
            assertThat(reason(Samples.Tree.class)).isEqualTo("it contains itself");
            assertThat(reason(Samples.There.class)).isEqualTo("it contains itself");
            assertThat(reason(Samples.Back.class)).isEqualTo("it contains itself");
        }

        @Test
        void aGenericTypeThatContainsAnEverLargerOneOfItselfFallsBack() {
            assertThat(TypeInformation.of(new TypeHint<Samples.Deeper<String>>() {})
                            .fallbacks())
                    .extracting(TypeFallback::reason)
                    .contains("it contains itself");
        }

        @Test
        void aTypeThatOnlyContainsOneThatContainsItselfDoesNotFallBackWhole() {
            TypeInformation<?> type = TypeInformation.of(new TypeHint<Box<Samples.Node>>() {});
            assertThat(type.fallbacks()).extracting(TypeFallback::path).containsExactly(".content");
        }

        @Test
        void pojoSaysWhyAClassIsNone() {
            assertRefused(() -> Types.POJO(Samples.HiddenField.class))
                    .hasMessageContaining("Samples$HiddenField is no POJO: its field hidden is neither public")
                    .hasMessageContaining("\nChange that, or write Types.GENERIC(HiddenField.class)");
        }

        @Test
        void withoutAProviderTheErrorSaysWhatIsMissing() {
            assertThatThrownBy(() -> TypeInformation.of(Samples.Node.class).createSerializer())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Samples$Node needs the serializer of last resort")
                    .hasMessageContaining("no FallbackSerializerProvider is on the class path");
        }
    }

    @Nested
    class Keys {
        @Test
        void typesWithValueEqualityCanBeKeys() {
            assertThat(Types.STRING.isKeyType()).isTrue();
            assertThat(Types.ENUM(Color.class).isKeyType()).isTrue();
            assertThat(Types.TUPLE(Types.STRING, Types.LIST(Types.INT)).isKeyType())
                    .isTrue();
            assertThat(TypeInformation.of(Reading.class).isKeyType()).isTrue();
            assertThat(TypeInformation.of(Order.class).isKeyType()).isTrue();
        }

        @Test
        void otherTypesSayWhyTheyCannot() {
            assertThat(TypeInformation.of(byte[].class).whyNotKey()).contains("an array has no value equality");
            assertThat(Types.VOID.isKeyType()).isFalse();
            assertThat(Types.MAP(Types.STRING, Types.INT).whyNotKey())
                    .hasValueSatisfying(why -> assertThat(why).contains("different orders"));
            assertThat(Types.COLLECTION(Types.INT).isKeyType()).isFalse();
            assertThat(Types.GENERIC(Order.class).whyNotKey())
                    .hasValueSatisfying(
                            why -> assertThat(why).contains("Order is left to the serializer of last resort"));
            assertThat(Types.TUPLE(Types.STRING, TypeInformation.of(byte[].class))
                            .whyNotKey())
                    .contains("Tuple2<String, byte[]> holds byte[] at .f1: an array has no value equality");
        }
    }

    @Test
    void typesSurviveJavaSerialization() {
        for (TypeInformation<?> type : List.of(
                Types.STRING,
                Types.ENUM(Color.class),
                Types.TUPLE(Types.STRING, Types.OPTIONAL(Types.INT)),
                TypeInformation.of(Samples.Nine.class),
                TypeInformation.of(Order.class),
                Types.GENERIC(Object.class))) {
            assertThat(JavaSerialization.copy(type))
                    .isEqualTo(type)
                    .hasSameHashCodeAs(type)
                    .hasToString(type.toString());
        }
    }
}
