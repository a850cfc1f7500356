package io.tidemark.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.config.Environment;
import org.openrewrite.config.YamlResourceLoader;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;

/** Reads, rewrites, compiles and runs the jobs in {@code src/test/flink}. */
final class FlinkJobs {
    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final int MAX_SECONDS = 120;

    private FlinkJobs() {}

    /** The class path of a Flink, as the module of that name was built with. */
    static List<Path> flink(String version) {
        try {
            String classPath =
                    Files.readString(MODULE.resolveSibling("flink-" + version).resolve("target/classpath"));
            return Stream.of(classPath.split(System.getProperty("path.separator")))
                    .map(Path::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The class path of this test, in which Tidemark is. */
    static List<Path> tidemark() {
        // The one of the process is but a jar that names it, where the build starts the tests.
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(classPath.split(System.getProperty("path.separator")))
                .map(Path::of)
                .toList();
    }

    static Path source(String version, String name) {
        return MODULE.resolve("src/test/flink/" + version + "/jobs/" + name + ".java");
    }

    /** The recipe that the module ships. */
    static Recipe recipe(String name) throws IOException {
        String file = "/META-INF/rewrite/from-flink.yml";
        try (InputStream yaml = FlinkJobs.class.getResourceAsStream(file)) {
            return Environment.builder()
                    .scanClassLoader(FlinkJobs.class.getClassLoader())
                    .load(new YamlResourceLoader(yaml, Path.of(file).toUri(), new java.util.Properties()))
                    .build()
                    .activateRecipes(name);
        }
    }

    /** The source of a job as the recipe leaves it. */
    static String rewritten(Path source, List<Path> classPath) throws IOException {
        ExecutionContext context = new InMemoryExecutionContext(error -> {
            throw new AssertionError("the recipe failed", error);
        });
        List<SourceFile> parsed = JavaParser.fromJavaVersion()
                .classpath(classPath)
                .build()
                .parse(List.of(source), MODULE, context)
                .toList();
        List<Result> results = recipe("io.tidemark.FromFlinkSources")
                .run(new InMemoryLargeSourceSet(parsed), context)
                .getChangeset()
                .getAllResults();
        return results.get(0).getAfter().printAll();
    }

    /** Compiles a job; says what the compiler says when it cannot. */
    static String compile(Path source, List<Path> classPath, Path into) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            compiler.getTask(
                            said,
                            files,
                            null,
                            List.of("-nowarn", "-proc:none", "-d", into.toString(), "-cp", joined(classPath)),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
        }
        return said.toString().lines().filter(line -> !line.startsWith("Note:")).reduce("", (a, b) -> a + b + "\n");
    }

    /** What a job prints, line by line, in order of the alphabet. */
    static List<String> run(String mainClass, List<Path> classPath, Path classes, Path output) throws Exception {
        List<Path> whole = Stream.concat(Stream.of(classes), classPath.stream()).toList();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        // What Flink needs of a JDK 17.
                        "--add-opens=java.base/java.util=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-cp",
                        joined(whole),
                        mainClass)
                .redirectOutput(output.toFile())
                .redirectError(
                        output.resolveSibling(output.getFileName() + ".err").toFile())
                .start();
        if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(mainClass + " did not end in " + MAX_SECONDS + " s");
        }
        String errors = Files.readString(output.resolveSibling(output.getFileName() + ".err"));
        if (process.exitValue() != 0) {
            throw new AssertionError(mainClass + " failed:\n" + errors);
        }
        return Files.readAllLines(output).stream()
                .filter(line -> line.contains("> "))
                .sorted()
                .toList();
    }

    private static String joined(List<Path> classPath) {
        return String.join(
                System.getProperty("path.separator"),
                classPath.stream().map(Path::toString).toList());
    }
}
