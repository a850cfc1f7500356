package io.tidemark.deploy.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each claim is one about a process that ends, so each runs in one. */
@Timeout(60)
class AtInterruptTest {

    @Test
    void aProcessThatIsEndedWhileItIsOpenDoesTheActionAndSaysNothingMore() throws Exception {
        assertThat(run("ended-inside")).isEqualTo("action");
    }

    @Test
    void whatIsClosedIsNotDoneAtTheEnd() throws Exception {
        assertThat(run("closed")).isEqualTo("closed");
    }

    private static String run(String scene) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Scenes.class.getName(),
                        scene)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(Duration.ofSeconds(50).toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            return said.trim();
        } finally {
            process.destroyForcibly();
        }
    }

    /** What the processes do. */
    static final class Scenes {
        private Scenes() {}

        public static void main(String[] args) {
            boolean endedInside = args[0].equals("ended-inside");
            AtInterrupt hook = AtInterrupt.run(() -> System.out.println("action"));
            if (endedInside) {
                // As a signal does: the end begins on another thread while this one goes on.
                new Thread(() -> System.exit(130)).start();
                while (true) {
                    hook.standBack();
                    Thread.onSpinWait();
                }
            }
            hook.close();
            System.out.println("closed");
        }
    }
}
