package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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

    @Test
    void everyTestThatTheConformancePageNamesIsThereAndEveryRowHasOne() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> path.toString().contains("/src/test/java/"))
                    .toList()) {
                String name = file.getFileName().toString();
                sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
            }
        }
        Pattern named = Pattern.compile("`(\\w+)\\.(\\w+)`");
        List<String> rows = Files.readAllLines(ROOT.resolve("docs/conformance.md")).stream()
                .filter(line -> line.matches("\\| [A-Za-z-]+\\d+[a-z]? \\|.*"))
                .toList();
        assertThat(rows).isNotEmpty();
        for (String row : rows) {
            List<MatchResult> tests = named.matcher(row).results().toList();
            assertThat(tests).as(row).isNotEmpty();
            for (MatchResult test : tests) {
                assertThat(sources.getOrDefault(test.group(1), ""))
                        .as(test.group())
                        .contains("void " + test.group(2) + "(");
            }
        }
    }

    /** Of combination, valve, generators and idleness; each run prints the seeds, see {@code jqwik.onlyFailures} in the poms. */
    @Test
    void eventTimeIsTriedWithTenThousandRandomHistoriesARun() throws IOException {
        Pattern tries = Pattern.compile("@Property\\(tries = ([\\d_]+)");
        int histories = 0;
        for (String test : List.of(
                "network/src/test/java/io/tidemark/network/gate/WatermarkCombinerProperties.java",
                "network/src/test/java/io/tidemark/network/gate/EventTimeCombinerProperties.java",
                "network/src/test/java/io/tidemark/network/gate/TaskInputProperties.java",
                "worker/src/test/java/io/tidemark/worker/eventtime/GeneratorProperties.java",
                "worker/src/test/java/io/tidemark/worker/eventtime/SplitTimesProperties.java")) {
            List<Integer> properties = tries.matcher(Files.readString(ROOT.resolve(test)))
                    .results()
                    .map(match -> Integer.parseInt(match.group(1).replace("_", "")))
                    .toList();
            assertThat(properties).as(test).isNotEmpty();
            histories += properties.stream().mapToInt(Integer::intValue).sum();
        }
        assertThat(histories).isGreaterThanOrEqualTo(10_000);
        for (String module : List.of("network", "worker")) {
            assertThat(Files.readString(ROOT.resolve(module).resolve("pom.xml")))
                    .as(module)
                    .contains("<jqwik.onlyFailures>false</jqwik.onlyFailures>");
        }
    }

    @Test
    void theConformancePageIsWhatClaimsAndTestsGiveAndEachHasTheOther() throws IOException {
        ConformancePage page = ConformancePage.of(ROOT);

        assertThat(page.claimsWithoutTest()).as("claims without a test").isEmpty();
        assertThat(page.testsWithoutClaim())
                .as("tests named after a row that is not in docs/conformance-claims.txt")
                .isEmpty();
        assertThat(Files.readString(ConformancePage.file(ROOT)))
                .as("docs/conformance.md; write it anew with java it/src/test/java/io/tidemark/it/ConformancePage.java")
                .isEqualTo(page.text());
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
