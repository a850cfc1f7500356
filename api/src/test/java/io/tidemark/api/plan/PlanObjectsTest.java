package io.tidemark.api.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.function.AbstractRichFunction;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.operator.OperatorSpec;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PlanObjectsTest {

    /** Something that cannot be serialised, as a client of some service. */
    private static final class Client {}

    private record Settings(String url, Client client) implements Serializable {}

    private static final class Enrich extends AbstractRichFunction implements MapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        private final List<Object> settings;
        private final transient Client left = new Client();

        Enrich(Object... settings) {
            this.settings = List.of(settings);
        }

        @Override
        public String map(String value) {
            return value + left + settings;
        }
    }

    private static void write(MapFunction<String, String> function) {
        PlanObjects.write(new OperatorSpec.MapSpec(function), "operator \"Map\" (Job.java:7)");
    }

    private static String nameOf(Class<?> type) {
        return type.getName();
    }

    @Test
    void whatIsWrittenIsReadBack() {
        byte[] bytes = PlanObjects.write(List.of(1, "two", new int[] {3}), "test");

        List<?> read = PlanObjects.read(bytes, List.class, getClass().getClassLoader());
        assertThat(read.get(1)).isEqualTo("two");
        assertThat((int[]) read.get(2)).containsExactly(3);
    }

    @Test
    void anErrorNamesOperatorFunctionAndThePathToTheField() {
        assertThatThrownBy(() -> write(new Enrich("a", new Settings("http://b", new Client()))))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("operator \"Map\" (Job.java:7): its function " + nameOf(Enrich.class)
                        + " cannot be part of the plan: settings[1].client is a " + nameOf(Client.class)
                        + ", which is not Serializable.\n"
                        + "Make the field transient and fill it in open(), or make that class Serializable.");
    }

    @Test
    void aTransientFieldIsNoProblem() {
        write(new Enrich("a"));
    }

    @Test
    void aLambdaThatCapturesAVariableSaysSo() {
        Client client = new Client();
        assertThatThrownBy(() -> write(value -> value + client))
                .hasMessageContaining("its function lambda in " + nameOf(PlanObjectsTest.class))
                .hasMessageContaining("captured variable is a " + nameOf(Client.class) + ", which is not Serializable.")
                .hasMessageContaining("Use a rich function and make it in open()");
    }

    @Test
    void aLambdaThatUsesTheObjectAroundItSaysSo() {
        assertThatThrownBy(() -> write(value -> value + hashCode()))
                .hasMessageContaining("it uses the " + nameOf(PlanObjectsTest.class) + " around it (this)")
                .hasMessageContaining("Copy what it needs of that object to a local variable first");
    }

    @Test
    void anAnonymousClassThatHoldsTheObjectAroundItSaysSo() {
        assertThatThrownBy(() -> write(new MapFunction<>() {
                    @Override
                    public String map(String value) {
                        return value + PlanObjectsTest.this.hashCode();
                    }
                }))
                .hasMessageContaining("it uses the " + nameOf(PlanObjectsTest.class) + " around it (this)");
    }

    @Test
    void anInnerClassThatDoesNotUseTheObjectAroundItLosesIt() throws Exception {
        MapFunction<String, String> function = new MapFunction<>() {
            @Override
            public String map(String value) {
                return value + "!";
            }
        };
        byte[] bytes = PlanObjects.write(new OperatorSpec.MapSpec(function), "test");

        assertThat(PlanObjects.read(
                                bytes, OperatorSpec.MapSpec.class, getClass().getClassLoader())
                        .function())
                .isInstanceOf(function.getClass());
        assertThat(function.map("still works")).isEqualTo("still works!");
    }

    @Test
    void anInnerClassOfAnInnerClassIsCutWhereNothingIsUsed() throws Exception {
        MapFunction<String, String> outer = new MapFunction<>() {
            private final String suffix = "!";

            @Override
            public String map(String value) throws Exception {
                return inner().map(value);
            }

            private MapFunction<String, String> inner() {
                return new MapFunction<>() {
                    @Override
                    public String map(String value) {
                        return value + suffix;
                    }
                };
            }
        };
        MapFunction<?, ?> read = PlanObjects.read(
                PlanObjects.write(outer, "test"), MapFunction.class, getClass().getClassLoader());
        assertThat(read).isInstanceOf(outer.getClass());
        assertThat(outer.map("a")).isEqualTo("a!");
    }

    @Test
    void anInnerClassWhoseOwnInnerClassUsesTheObjectAroundBothKeepsIt() {
        assertThatThrownBy(() -> write(new MapFunction<>() {
                    @Override
                    public String map(String value) {
                        return new Object() {
                            @Override
                            public String toString() {
                                return value + PlanObjectsTest.this.hashCode();
                            }
                        }.toString();
                    }
                }))
                .hasMessageContaining("it uses the " + nameOf(PlanObjectsTest.class) + " around it (this)");
    }

    @Test
    void anInnerClassWhoseLambdaUsesTheObjectAroundItKeepsIt() {
        assertThatThrownBy(() -> write(new MapFunction<>() {
                    @Override
                    public String map(String value) {
                        Supplier<String> lambda = () -> value + PlanObjectsTest.this.hashCode();
                        return lambda.get();
                    }
                }))
                .hasMessageContaining("it uses the " + nameOf(PlanObjectsTest.class) + " around it (this)");
    }

    @Test
    void aCulpritInsideAMapIsFound() {
        assertThatThrownBy(() -> write(new Enrich(Map.of("key", new Client()))))
                .hasMessageContaining("settings[0][0] is a " + nameOf(Client.class));
    }

    /** Refuses for a reason of its own. */
    private static final class Stubborn implements Serializable {
        private static final long serialVersionUID = 1L;

        private Object writeReplace() {
            throw new IllegalStateException("not today");
        }
    }

    @Test
    void aValueThatFailsInItsOwnWayKeepsItsCause() {
        assertThatThrownBy(() -> write(new Enrich(new Stubborn())))
                .hasMessageContaining("operator \"Map\" (Job.java:7) cannot be part of the plan")
                .hasMessageContaining("not today");
    }

    @Test
    void arraysAndClassesOfPrimitivesAreReadBackToo() {
        byte[] bytes = PlanObjects.write(List.of(int.class, long[].class, new boolean[] {true}), "test");

        List<?> read = PlanObjects.read(bytes, List.class, getClass().getClassLoader());
        assertThat(read.get(0)).isEqualTo(int.class);
    }

    @Test
    void aClassThatTheLoaderDoesNotHaveIsNamed() {
        byte[] bytes = PlanObjects.write(new Settings("http://b", null), "test");

        assertThatThrownBy(() -> PlanObjects.read(bytes, Settings.class, ClassLoader.getPlatformClassLoader()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(nameOf(Settings.class))
                .hasMessageContaining("Check that the job's jar holds all its classes");
    }
}
