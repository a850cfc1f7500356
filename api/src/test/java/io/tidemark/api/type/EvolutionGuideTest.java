package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.SchemaComparison.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of docs/evolution.md compile, and do what the text around them says. */
class EvolutionGuideTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static List<String> examples(String section) {
        List<String> examples = new ArrayList<>();
        Matcher matcher = EXAMPLE.matcher(section);
        while (matcher.find()) {
            examples.add(matcher.group(1));
        }
        return examples;
    }

    private static TypeSerializer<?> order(String classes) {
        String here = classes.replace("\"com.acme.", "\"job.Versions$");
        CompiledClasses version = CompiledClasses.of(
                "package job;\nimport io.tidemark.api.type.RenamedFrom;\npublic class Versions {\n" + here + "}\n");
        return TypeInformation.of(version.inner("Order")).createSerializer();
    }

    private static void assertVerdicts(String section, boolean fits) {
        List<String> examples = examples(section);
        assertThat(examples).hasSizeGreaterThan(6);
        for (int i = 0; i < examples.size(); i += 2) {
            SerializerSnapshot stored = order(examples.get(i)).schema();
            SchemaComparison comparison = SchemaComparison.of(stored, order(examples.get(i + 1)));
            assertThat(comparison.verdict() != Verdict.MISFIT)
                    .describedAs(examples.get(i) + examples.get(i + 1) + comparison.differences())
                    .isEqualTo(fits);
        }
    }

    @Test
    void examplesOfWhatWorksAndOfWhatDoesNotAreTrue() throws Exception {
        String guide = Files.readString(Path.of("..", "docs", "evolution.md"));
        String[] sections = guide.split("\n## ");
        assertThat(sections[1]).startsWith("What works");
        assertVerdicts(sections[1], true);
        assertThat(sections[2]).startsWith("What does not");
        assertVerdicts(sections[2], false);
    }
}
