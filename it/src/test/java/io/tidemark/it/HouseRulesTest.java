package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules of the house that the compiler does not know. */
class HouseRulesTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @Test
    void everyPackageHasASignOnItsDoor() throws IOException {
        List<Path> missing = new ArrayList<>();
        List<Path> sources = mainSources();
        for (Path file : sources) {
            if (!Files.exists(file.resolveSibling("package-info.java"))) {
                missing.add(ROOT.relativize(file.getParent()));
            }
        }
        assertThat(sources).hasSizeGreaterThan(100);
        assertThat(missing.stream().distinct()).isEmpty();
    }

    @Test
    void noProductionCodePrintsBareStackTraces() throws IOException {
        List<Path> offenders = new ArrayList<>();
        for (Path file : mainSources()) {
            if (Files.readString(file).contains(".printStackTrace()")) {
                offenders.add(ROOT.relativize(file));
            }
        }
        assertThat(offenders).isEmpty();
    }

    private static List<Path> mainSources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> path.toString().contains("/src/main/java/"))
                    .filter(path -> !path.getFileName().toString().equals("package-info.java"))
                    .toList();
        }
    }
}
