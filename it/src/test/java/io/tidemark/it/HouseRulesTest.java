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

    @Test
    void everyTestIsInAClassThatTheBuildRuns() throws IOException {
        List<String> endings = List.of("Test", "Properties", "Examples");
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        for (String ending : endings) {
            assertThat(pom).contains("<include>**/*" + ending + ".java</include>");
        }
        Pattern test = Pattern.compile("(?m)^ +@(Test|ParameterizedTest|RepeatedTest|Property|Example)\\b");
        List<Path> notRun = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> path.toString().contains("/src/test/java/"))
                    .toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                boolean isRun = name.endsWith("IT") || endings.stream().anyMatch(name::endsWith);
                if (!isRun && test.matcher(Files.readString(file)).find()) {
                    notRun.add(ROOT.relativize(file));
                }
            }
        }
        assertThat(notRun).isEmpty();
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

    /** Places at which operators compare with a watermark and decide something else than lateness. */
    private static final Map<String, String> COMPARES_FOR_ANOTHER_REASON = Map.of(
            "WindowIndex", "window.maxTimestamp() <= watermark|first.getKey().maxTimestamp() > watermark",
            "StreamProcessOperator", "watermark > toldEventTime",
            "SessionWindowOperator", "other.maxTimestamp() > watermark|session.maxTimestamp() <= watermark",
            "JoinSide", "keepMs > watermark|stretch.getStart() > watermark",
            "SlidingSlices", "watermark >= Long.MAX_VALUE",
            "CumulatingSlices", "watermark >= Long.MAX_VALUE",
            "SlicedWindowOperator", "grid.window(next).maxTimestamp() > watermark",
            "AsyncWaitOperator", "signal.time() > heldWatermark");

    private static final Pattern COMPARES_WITH_A_WATERMARK = Pattern.compile(
            "[\\w.()]*[wW]atermark\\w*(\\([\\w., ]*\\))? [<>]=? [\\w.()]+|[\\w.()]+ [<>]=? [\\w.()]*[wW]atermark\\w*(\\(\\w*\\))?");

    private static List<String> comparisons(String source) {
        return COMPARES_WITH_A_WATERMARK
                .matcher(source.replaceAll("\\s+", " "))
                .results()
                .map(MatchResult::group)
                .map(HouseRulesTest::withoutOpenBrackets)
                .toList();
    }

    /** Of {@code (a(b) > c} only {@code a(b) > c}: what belongs to the statement around a comparison. */
    private static String withoutOpenBrackets(String comparison) {
        String left = comparison;
        while (left.chars().filter(c -> c == '(').count()
                > left.chars().filter(c -> c == ')').count()) {
            left = left.substring(left.indexOf('(') + 1);
        }
        while (left.chars().filter(c -> c == ')').count()
                > left.chars().filter(c -> c == '(').count()) {
            int last = left.lastIndexOf(')');
            left = left.substring(0, last) + left.substring(last + 1);
        }
        return left;
    }

    @Test
    void trL2_onlyOneMethodOfAllOperatorsComparesWithTheWatermarkToDecideWhatIsLate() throws IOException {
        List<String> others = new ArrayList<>();
        List<String> reportWithoutAsking = new ArrayList<>();
        int askers = 0;
        // Event time is made in the packages that are left out; records are judged in all others.
        for (Path file : mainSources()) {
            String path = ROOT.relativize(file).toString();
            String name = file.getFileName().toString().replace(".java", "");
            if (!path.startsWith("worker/") || path.matches(".*/worker/(chain|eventtime|source|advice|task)/.*")) {
                continue;
            }
            String source = Files.readString(file);
            List<String> allowed =
                    List.of(COMPARES_FOR_ANOTHER_REASON.getOrDefault(name, "").split("\\|"));
            if (!name.equals("Lateness")) {
                comparisons(source).stream()
                        .filter(comparison -> allowed.stream().noneMatch(comparison::equals))
                        .forEach(comparison -> others.add(name + ": " + comparison));
            }
            askers += source.contains("Lateness.isLate(") ? 1 : 0;
            if (source.contains(".reportLate(")
                    && !name.equals("LateRecords")
                    && !source.contains("Lateness.isLate(")) {
                reportWithoutAsking.add(name);
            }
        }
        assertThat(others)
                .as("comparisons with a watermark outside of Lateness; ask Lateness, or say here what else they decide")
                .isEmpty();
        assertThat(reportWithoutAsking)
                .as("operators that report late records and do not ask Lateness")
                .isEmpty();
        assertThat(askers).isPositive();
    }

    @Test
    void trL2_aSecondPredicateWouldBeFound() {
        assertThat(comparisons("if (timestamp <= context.currentWatermark()) {"))
                .hasSize(1);
        assertThat(comparisons("return element.time() < watermark;")).hasSize(1);
        assertThat(comparisons("boolean late = context.currentKeyWatermark() >= window.maxTimestamp();"))
                .hasSize(1);
        assertThat(comparisons("long late = timers.currentWatermark() > time ? 1 : 0;"))
                .hasSize(1);
        assertThat(comparisons("WatermarkStrategy<Object> watermarks = erased(spec.watermarks());"))
                .isEmpty();
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
