package io.tidemark.testing.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private static final List<Path> SOURCES = List.of(
            Path.of("src/test/java/io/tidemark/testing/docs"),
            Path.of("../examples/count-with-timeout/src/test/java/io/tidemark/examples/countwithtimeout"),
            Path.of("../examples/sensor-lab/src/test/java/io/tidemark/examples/sensorlab"));

    private static String stripped(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    private static List<String> sources() throws IOException {
        List<String> sources = new ArrayList<>();
        for (Path directory : SOURCES) {
            try (Stream<Path> files = Files.list(directory)) {
                files.map(DocumentedExamplesTest::read)
                        .map(DocumentedExamplesTest::stripped)
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"process-functions.md", "state.md", "time.md", "testing.md", "windows.md", "types.md", "async.md"
            })
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
