package io.tidemark.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.maven.MavenExecutionContextView;
import org.openrewrite.maven.MavenParser;
import org.openrewrite.maven.tree.MavenRepository;

/** The dependencies of a Flink job become Tidemark's. Everything is found in the local repository. */
class DependenciesTest {
    private static final String VERSION = "0.1.0-SNAPSHOT";

    @TempDir
    Path directory;

    private MavenRepository tidemark() throws IOException {
        for (String artifact : List.of("tidemark-api", "tidemark-deploy")) {
            Path place =
                    Files.createDirectories(directory.resolve("repository/io/tidemark/" + artifact + "/" + VERSION));
            String name = artifact + "-" + VERSION;
            Files.writeString(
                    place.resolve(name + ".pom"),
                    "<project><modelVersion>4.0.0</modelVersion><groupId>io.tidemark</groupId><artifactId>" + artifact
                            + "</artifactId><version>" + VERSION + "</version></project>");
            // A local repository's pom counts only where its jar is.
            Files.writeString(place.resolve(name + ".jar"), "jar");
        }
        return repository("tidemark", directory.resolve("repository"));
    }

    /** The one that the class path of Flink was taken from. */
    private static MavenRepository local() {
        Path jar = FlinkJobs.flink("2").stream()
                .filter(path -> path.getFileName().toString().startsWith("flink-streaming-java"))
                .findFirst()
                .orElseThrow();
        return repository("local", jar.resolve("../../../../../..").normalize());
    }

    private static MavenRepository repository(String id, Path root) {
        return MavenRepository.builder()
                .id(id)
                .uri(root.toUri().toString())
                .releases(true)
                .snapshots(true)
                .knownToExist(true)
                .deriveMetadataIfMissing(true)
                .build();
    }

    private String rewritten(String dependencies) throws IOException {
        ExecutionContext context = new InMemoryExecutionContext(error -> {
            throw new AssertionError("the recipe failed", error);
        });
        // In both roles: versions are looked up in a repository, and the pom of a snapshot is read from the local one.
        MavenRepository tidemark = tidemark();
        MavenExecutionContextView.view(context)
                .setAddCentralRepository(false)
                .setLocalRepository(tidemark)
                .setRepositories(List.of(local(), tidemark));
        Path pom = Files.writeString(directory.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>org.example</groupId>
                  <artifactId>clicks</artifactId>
                  <version>1</version>
                  <dependencies>
                %s  </dependencies>
                </project>
                """.formatted(dependencies));
        List<SourceFile> parsed = MavenParser.builder()
                .build()
                .parse(List.of(pom), directory, context)
                .toList();
        List<Result> results = FlinkJobs.recipe("io.tidemark.FromFlinkDependencies")
                .run(new InMemoryLargeSourceSet(parsed), context)
                .getChangeset()
                .getAllResults();
        String after = results.get(0).getAfter().printAll();
        return after.substring(after.indexOf("<dependencies>"), after.indexOf("</dependencies>"))
                .replaceAll("\\s+", " ");
    }

    private static String dependency(String groupId, String artifactId, String version) {
        return "    <dependency>\n      <groupId>" + groupId + "</groupId>\n      <artifactId>" + artifactId
                + "</artifactId>\n      <version>" + version + "</version>\n      <scope>provided</scope>\n"
                + "    </dependency>\n";
    }

    @Test
    void flinksLibrariesBecomeTidemarksAndTheEngineGoes() throws IOException {
        String before = dependency("org.apache.flink", "flink-streaming-java", "2.3.0")
                + dependency("org.apache.flink", "flink-clients", "2.3.0")
                + dependency("org.apache.flink", "flink-runtime", "2.3.0");

        assertThat(rewritten(before))
                .isEqualTo(("<dependencies>\n" + dependency("io.tidemark", "tidemark-api", VERSION)
                                + dependency("io.tidemark", "tidemark-deploy", VERSION))
                        .replaceAll("\\s+", " "));
    }

    @Test
    void twoLibrariesThatBecomeOneAreNamedOnce() throws IOException {
        String before = dependency("org.apache.flink", "flink-streaming-java", "2.3.0")
                + dependency("org.apache.flink", "flink-core", "2.3.0");

        assertThat(rewritten(before))
                .isEqualTo(("<dependencies>\n" + dependency("io.tidemark", "tidemark-api", VERSION))
                        .replaceAll("\\s+", " "));
    }
}
