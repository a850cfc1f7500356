package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Structures of many fields are handled in chunks; their sizes are around the edges of a chunk. */
class WideStructsTest {

    private static final String[] FIELD_TYPES = {"long", "String", "long", "int", "Integer", "byte", "double"};

    @TempDir
    Path classes;

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 31, 32, 33, 63, 64, 65, 96, 120})
    void recordsOfManyComponentsKeepTheLaws(int width) throws Exception {
        String components = fields(width, ", ", i -> type(i) + " f" + i);
        String values = fields(width, ", ", WideStructsTest::value);
        Class<?> type = compile("public record Wide(" + components + ") { public static Wide make() { return new Wide("
                + values + "); } }");
        holds(type);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 31, 32, 33, 64, 65, 300})
    void pojosOfManyFieldsKeepTheLaws(int width) throws Exception {
        String fields = fields(width, " ", i -> "public " + type(i) + " f" + i + ";");
        String values = fields(width, " ", i -> "wide.f" + i + " = " + value(i) + ";");
        Class<?> type = compile("public class Wide { " + fields
                + " public static Wide make() { Wide wide = new Wide(); " + values + " return wide; } }");
        holds(type);
    }

    private static <T> void holds(Class<T> type) throws ReflectiveOperationException {
        T value = type.cast(type.getMethod("make").invoke(null));
        TypeInformation<T> information = TypeInformation.of(type);
        TypeSerializer<T> serializer = information.createSerializer();
        byte[] bytes = SerializerLaws.bytes(serializer, value);
        T back = SerializerLaws.read(serializer, bytes);
        assertThat(SerializerLaws.bytes(serializer, back)).isEqualTo(bytes);
        assertThat(serializer.equal(value, back)).isTrue();
        assertThat(serializer.hash(back)).isEqualTo(serializer.hash(value));
        assertThat(serializer.equal(value, serializer.copy(value))).isTrue();
        for (var field : type.getDeclaredFields()) {
            field.setAccessible(true);
            assertThat(field.get(back)).as(field.getName()).isEqualTo(field.get(value));
        }
        assertThat(serializer.schema().fields()).hasSameSizeAs(type.getDeclaredFields());
    }

    private static String fields(int width, String separator, IntFunction<String> field) {
        return IntStream.range(0, width).mapToObj(field).collect(Collectors.joining(separator));
    }

    private static String type(int i) {
        return FIELD_TYPES[i % FIELD_TYPES.length];
    }

    private static String value(int i) {
        return switch (type(i)) {
            case "long" -> i + "L << 33";
            case "String" -> i % 3 == 0 ? "null" : "\"s" + i + "\"";
            case "byte" -> "(byte) " + i;
            case "double" -> i + ".5";
            default -> String.valueOf(i);
        };
    }

    private Class<?> compile(String source) throws Exception {
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Wide.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("-d", classes.toString()), null, List.of(file))
                .call();
        assertThat(compiled).isTrue();
        return Class.forName(
                "Wide", true, new URLClassLoader(new URL[] {classes.toUri().toURL()}));
    }
}
