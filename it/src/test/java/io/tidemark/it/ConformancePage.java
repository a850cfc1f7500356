package io.tidemark.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code docs/conformance.md}: the claims of {@code docs/conformance-claims.txt}, each with the tests that are named after its
 * id. A test's name begins with the ids it holds, as {@code trW7_} for TR-W7 or {@code v5_tm2_} for V5 and TM-2.
 *
 * <p>Is a program of its own, so that a row is added without a build: {@code java
 * it/src/test/java/io/tidemark/it/ConformancePage.java}, in the root of the repository.
 */
final class ConformancePage {
    private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");
    private static final Pattern IDS = Pattern.compile("((?:(?:tr_?[A-Za-z]|tm|[a-z])\\d+[a-z]?_)+)[a-z]");
    private static final String INTRODUCTION = "# What is promised, and the tests that hold it\n\n"
            + "Each row is a rule of event time or a trap that users of stream processors have fallen into, what is right, and the\n"
            + "tests that fail when it is not so: those whose names begin with its id. Written by `ConformancePage` from\n"
            + "`docs/conformance-claims.txt` and the tests; `HouseRulesTest` fails when this page is not what they give, when a row\n"
            + "has no test, or when a test is named after a row that is not there.\n";

    /** A promise. */
    record Claim(String section, String id, String text, boolean isOpen) {}

    private final List<Claim> claims;
    /** By id, as {@code Class.method}. */
    private final Map<String, TreeSet<String>> tests;

    private ConformancePage(List<Claim> claims, Map<String, TreeSet<String>> tests) {
        this.claims = claims;
        this.tests = tests;
    }

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        Files.writeString(file(root), of(root).text());
    }

    static Path file(Path root) {
        return root.resolve("docs/conformance.md");
    }

    /** The page of the repository with this root. */
    static ConformancePage of(Path root) throws IOException {
        return new ConformancePage(claims(root.resolve("docs/conformance-claims.txt")), tests(root));
    }

    private static List<Claim> claims(Path file) throws IOException {
        List<Claim> claims = new ArrayList<>();
        String section = null;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("## ")) {
                section = line.substring(3);
            } else if (section != null && !line.isBlank()) {
                int bar = line.indexOf(" | ");
                boolean isOpen = line.startsWith("? ");
                claims.add(new Claim(section, line.substring(isOpen ? 2 : 0, bar), line.substring(bar + 3), isOpen));
            }
        }
        return claims;
    }

    private static Map<String, TreeSet<String>> tests(Path root) throws IOException {
        Map<String, TreeSet<String>> tests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> path.toString().contains("/src/test/java/"))
                    .toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                Matcher method = METHOD.matcher(Files.readString(file));
                while (method.find()) {
                    for (String id : ids(method.group(1))) {
                        tests.computeIfAbsent(id, missing -> new TreeSet<>()).add(name + "." + method.group(1));
                    }
                }
            }
        }
        return tests;
    }

    /** The ids that a test's name begins with, as they are written in the claims but for hyphens and case. */
    private static List<String> ids(String method) {
        Matcher matcher = IDS.matcher(method);
        if (!matcher.lookingAt()) {
            return List.of();
        }
        return Stream.of(matcher.group(1).replaceFirst("^tr_", "tr").split("_"))
                .map(id -> id.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String plain(String id) {
        return id.replace("-", "").toLowerCase(Locale.ROOT);
    }

    private List<String> testsOf(Claim claim) {
        return List.copyOf(tests.getOrDefault(plain(claim.id()), new TreeSet<>()));
    }

    /** Ids of claims that no test is named after, though they are not marked as open. */
    List<String> claimsWithoutTest() {
        return claims.stream()
                .filter(claim -> !claim.isOpen() && testsOf(claim).isEmpty())
                .map(Claim::id)
                .toList();
    }

    /** Tests that are named after an id that no claim has. */
    List<String> testsWithoutClaim() {
        List<String> known = claims.stream().map(claim -> plain(claim.id())).toList();
        return tests.entrySet().stream()
                .filter(entry -> !known.contains(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }

    /** The page, in Markdown. */
    String text() {
        Map<String, StringBuilder> sections = new LinkedHashMap<>();
        List<String> open = new ArrayList<>();
        for (Claim claim : claims) {
            List<String> named = testsOf(claim);
            if (named.isEmpty()) {
                open.add(claim.id());
                continue;
            }
            sections.computeIfAbsent(claim.section(), missing -> new StringBuilder())
                    .append("| " + claim.id() + " | " + claim.text() + " | `" + String.join("`, `", named) + "` |\n");
        }
        StringBuilder page = new StringBuilder(INTRODUCTION);
        sections.forEach((section, rows) -> page.append("\n## " + section + "\n")
                .append("| id | what is right | tests |\n|---|---|---|\n")
                .append(rows));
        if (!open.isEmpty()) {
            page.append("\nNot held by a test yet: " + String.join(", ", open) + ".\n");
        }
        return page.toString();
    }
}
