package io.tidemark.api.type;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** One version of a job's classes: compiled in memory, in a loader of its own. */
final class CompiledClasses extends ClassLoader {
    private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    private CompiledClasses() {
        super(CompiledClasses.class.getClassLoader());
    }

    /** @param source of a class {@code job.Versions} with the classes of the version inside */
    static CompiledClasses of(String source) {
        CompiledClasses made = new CompiledClasses();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        boolean compiled = compiler.getTask(
                        problems,
                        made.new InMemory(compiler.getStandardFileManager(null, null, null)),
                        null,
                        List.of("-proc:none", "-cp", System.getProperty("java.class.path")),
                        null,
                        List.of(new Source(source)))
                .call();
        if (!compiled) {
            throw new AssertionError(problems + "\n" + source);
        }
        return made;
    }

    /** A class inside of {@code job.Versions}. */
    Class<?> inner(String name) {
        try {
            return loadClass("job.Versions$" + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ByteArrayOutputStream bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes.toByteArray(), 0, bytes.size());
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///job/Versions.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        InMemory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("bytes:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(className, bytes);
                    return bytes;
                }
            };
        }
    }
}
