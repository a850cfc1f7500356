package io.tidemark.coordinator.planning;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles small jobs and packs them into jars. */
public final class JobJars {
    private static final String JOB = """
            package jobs;
            import io.tidemark.api.StreamExecutionEnvironment;
            public class %s {
                public static void main(String[] args) throws Exception {
                    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
                    %s
                }
            }
            """;

    private final Path directory;

    public JobJars(Path directory) {
        this.directory = directory;
    }

    /** A jar of one class {@code jobs.NAME}, which is its main class, with this body of main; {@code env} is there. */
    public Path job(String name, String body) throws IOException {
        return jar(name + ".jar", "jobs." + name, compile(name, JOB.formatted(name, body)));
    }

    /** A jar of the classes in a directory. */
    public Path jar(String name, String mainClass, Path classes) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        Path jar = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
        return jar;
    }

    /** Compiles a class {@code jobs.NAME}; returns the directory of its class files. */
    public Path compile(String name, String source) throws IOException {
        Path classes = Files.createTempDirectory(directory, "classes");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        boolean compiled = compiler.getTask(
                        problems,
                        null,
                        null,
                        List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none"),
                        null,
                        List.of(new Source(name, source)))
                .call();
        if (!compiled) {
            throw new AssertionError(problems);
        }
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        private Source(String name, String text) {
            super(URI.create("string:///jobs/" + name + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
