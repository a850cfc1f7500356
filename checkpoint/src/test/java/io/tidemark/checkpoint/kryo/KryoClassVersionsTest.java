package io.tidemark.checkpoint.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A later version of a job brings a later version of its classes, in another class loader. */
class KryoClassVersionsTest {

    @TempDir
    Path classes;

    @Test
    void addedAndRemovedFieldsAreNoObstacle() throws Exception {
        try (URLClassLoader before =
                        compile("before", "private int a = 1; private String gone = \"x\"; private long z = 3;");
                URLClassLoader after = compile("after", "private int a; private Integer added = 9; private long z;")) {
            Class<?> oldClass = before.loadClass("Visit");
            byte[] bytes = write(oldClass, oldClass.getConstructor().newInstance());

            Class<?> newClass = after.loadClass("Visit");
            Object back = Types.GENERIC(newClass).createSerializer().deserialize(new BinaryReader(bytes));
            assertThat(back).isInstanceOf(newClass);
            assertThat(back).extracting("a", "added", "z").containsExactly(1, 9, 3L);
        }
    }

    private static <T> byte[] write(Class<T> type, Object value) {
        TypeSerializer<T> serializer = Types.GENERIC(type).createSerializer();
        BinaryWriter out = new BinaryWriter(64);
        serializer.serialize(type.cast(value), out);
        return out.toByteArray();
    }

    private URLClassLoader compile(String version, String fields) throws IOException {
        String source = "public class Visit { " + fields + " public Visit() {} }";
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Visit.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        Path target = Files.createDirectory(classes.resolve(version));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .getTask(null, null, null, List.of("-d", target.toString()), null, List.of(file))
                        .call())
                .isTrue();
        return new URLClassLoader(new URL[] {target.toUri().toURL()});
    }
}
