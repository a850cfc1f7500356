package io.tidemark.testing.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java examples of the guides stand, line by line but for their indentation, in test sources, which compile and are run. */
class DocumentedExamplesTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Path SOURCES = Path.of("src", "test", "java", "io", "tidemark", "testing", "docs");

    private static String stripped(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.map(DocumentedExamplesTest::read)
                    .map(DocumentedExamplesTest::stripped)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"process-functions.md", "state.md", "time.md"})
    void everyExampleOfAGuideIsPartOfATestSource(String guide) throws IOException {
        List<String> sources = sources();
        Matcher examples = EXAMPLE.matcher(read(Path.of("..", "docs", guide)));
        int found = 0;
        while (examples.find()) {
            String example = stripped(examples.group(1));
            assertThat(sources.stream().anyMatch(source -> source.contains(example)))
                    .as("%s: %s", guide, example)
                    .isTrue();
            found++;
        }
        assertThat(found).isPositive();
    }
}
