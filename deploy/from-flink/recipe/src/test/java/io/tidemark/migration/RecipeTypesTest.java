package io.tidemark.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.StreamExecutionEnvironment;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of types in the recipe, and the page that tells of it. */
class RecipeTypesTest {
    /** Where users of Flink's DataStream API have their types from. */
    private static final List<String> PACKAGES = List.of(
            "org.apache.flink.api.common",
            "org.apache.flink.api.common.eventtime",
            "org.apache.flink.api.common.functions",
            "org.apache.flink.api.common.state",
            "org.apache.flink.api.common.typeinfo",
            "org.apache.flink.api.common.typeutils",
            "org.apache.flink.api.common.watermark",
            "org.apache.flink.api.java.functions",
            "org.apache.flink.api.java.tuple",
            "org.apache.flink.api.java.typeutils",
            "org.apache.flink.configuration",
            "org.apache.flink.streaming.api",
            "org.apache.flink.streaming.api.checkpoint",
            "org.apache.flink.streaming.api.datastream",
            "org.apache.flink.streaming.api.environment",
            "org.apache.flink.streaming.api.functions",
            "org.apache.flink.streaming.api.functions.async",
            "org.apache.flink.streaming.api.functions.co",
            "org.apache.flink.streaming.api.functions.windowing",
            "org.apache.flink.streaming.api.functions.windowing.delta",
            "org.apache.flink.streaming.api.windowing.assigners",
            "org.apache.flink.streaming.api.windowing.evictors",
            "org.apache.flink.streaming.api.windowing.triggers",
            "org.apache.flink.streaming.api.windowing.windows",
            "org.apache.flink.streaming.runtime.operators.windowing",
            "org.apache.flink.streaming.util.retryable",
            "org.apache.flink.util");

    /** Namesakes that are something else: what they are written against has no counterpart of the same shape. */
    private static final Set<String> ELSE = Set.of("io.tidemark.api.operator.Operator");

    private static final Pattern CHANGE =
            Pattern.compile("oldFullyQualifiedTypeName: (\\S+)\\s+newFullyQualifiedTypeName: (\\S+)");

    private static Map<String, String> changes() throws IOException {
        Map<String, String> changes = new TreeMap<>();
        String recipe = Files.readString(Path.of("src/main/resources/META-INF/rewrite/from-flink.yml"));
        for (MatchResult change : CHANGE.matcher(recipe).results().toList()) {
            changes.put(change.group(1), change.group(2));
        }
        return changes;
    }

    private static Set<String> flinkTypes() throws IOException {
        Set<String> types = new TreeSet<>();
        for (String version : List.of("1.20", "2")) {
            for (Path jar : FlinkJobs.flink(version)) {
                if (jar.getFileName().toString().startsWith("flink-")) {
                    types.addAll(typesOf(jar));
                }
            }
        }
        return types;
    }

    private static List<String> typesOf(Path jarOrClasses) throws IOException {
        if (Files.isDirectory(jarOrClasses)) {
            return typesIn(jarOrClasses);
        }
        try (FileSystem jar = FileSystems.newFileSystem(jarOrClasses)) {
            return typesIn(jar.getPath("/"));
        }
    }

    private static List<String> typesIn(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.contains("$"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .toList();
        }
    }

    private static List<String> tidemarkTypes() throws Exception {
        Path api = Path.of(StreamExecutionEnvironment.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> types = new ArrayList<>();
        for (String type : typesOf(api)) {
            boolean isPublic = !type.endsWith("package-info")
                    && Modifier.isPublic(Class.forName(type, false, RecipeTypesTest.class.getClassLoader())
                            .getModifiers());
            if (isPublic) {
                types.add(type);
            }
        }
        return types;
    }

    private static boolean exists(String type) {
        try {
            Class.forName(type, false, RecipeTypesTest.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static String simpleName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static String packageName(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    @Test
    void everyTypeOfTheRecipeExistsOnBothSides() throws IOException {
        Map<String, String> changes = changes();
        assertThat(changes).hasSizeGreaterThan(100);
        assertThat(changes.values()).allMatch(RecipeTypesTest::exists);
        assertThat(flinkTypes()).containsAll(changes.keySet());
    }

    @Test
    void noTypeOfTheApiWithANamesakeInFlinksIsMissing() throws Exception {
        Set<String> flink = flinkTypes();
        Set<String> targets = new TreeSet<>(changes().values());
        List<String> missing = new ArrayList<>();
        for (String type : tidemarkTypes()) {
            boolean hasNamesake = flink.stream()
                    .anyMatch(other ->
                            simpleName(other).equals(simpleName(type)) && PACKAGES.contains(packageName(other)));
            if (hasNamesake && !targets.contains(type) && !ELSE.contains(type)) {
                missing.add(type);
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void whatThePageNamesExists() throws IOException {
        String page = Files.readString(Path.of("../../../docs/from-flink.md"));
        Set<String> flink = flinkTypes();
        Set<String> packages = new TreeSet<>();
        flink.forEach(type -> packages.add(packageName(type)));
        List<String> unknown = new ArrayList<>();
        for (MatchResult named : Pattern.compile("`((?:org\\.apache\\.flink|io\\.tidemark\\.api)[\\w.]*)(\\.\\*)?`")
                .matcher(page)
                .results()
                .toList()) {
            String name = named.group(1);
            boolean isKnown = named.group(2) == null
                    ? exists(name) || flink.contains(name) || isPackage(name)
                    : isPackage(name) || packages.stream().anyMatch(one -> one.startsWith(name));
            if (!isKnown) {
                unknown.add(named.group());
            }
        }
        assertThat(unknown).isEmpty();
    }

    private static boolean isPackage(String name) {
        return RecipeTypesTest.class.getClassLoader().getResource(name.replace('.', '/')) != null;
    }
}
