package io.tidemark.deploy.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobJarTest {
    @TempDir
    Path directory;

    @Test
    void theManifestsClassIsEnough() throws IOException {
        JobJar jar = JobJar.open(jar("org.example.Job"), Optional.empty());

        assertThat(jar.mainClass()).isEmpty();
        assertThat(jar.bytes()).isEqualTo(Files.size(jar.path()));
        assertThat(jar.sha256()).hasSize(64);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path missing = directory.resolve("missing.jar");

        assertUsageError(() -> JobJar.open(missing, Optional.empty()), missing.toString(), "");
    }

    @Test
    void aFileThatIsNoJarIsNamed() throws IOException {
        Path text = Files.writeString(directory.resolve("text.jar"), "no jar at all");

        assertUsageError(() -> JobJar.open(text, Optional.empty()), "is not a jar", "");
        assertUsageError(() -> JobJar.open(directory, Optional.empty()), "is not a file", "");
    }

    @Test
    void aClassThatIsNotInTheJarIsNamedWithTheNearestThatIs() throws IOException {
        Path jar = jar("org.example.Job");

        assertUsageError(
                () -> JobJar.open(jar, Optional.of("org.example.Jobb")), "org.example.Jobb", "org.example.Job?");
    }

    @Test
    void aManifestWithoutAMainClassAsksForOne() throws IOException {
        Path jar = jar(null);

        assertUsageError(() -> JobJar.open(jar, Optional.empty()), "Main-Class", "--class");
        assertThat(JobJar.open(jar, Optional.of("org.example.Job")).mainClass()).isEqualTo("org.example.Job");
    }

    private static void assertUsageError(ThrowingCallable call, String cause, String hint) {
        assertThatThrownBy(call).isInstanceOfSatisfying(UserError.class, error -> {
            assertThat(error.status()).isEqualTo(ExitStatus.USAGE);
            assertThat(error.cause()).contains(cause);
            assertThat(error.hint()).contains(hint);
        });
    }

    private Path jar(String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        Path file = directory.resolve("job.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            jar.putNextEntry(new ZipEntry("org/example/Job.class"));
            jar.closeEntry();
        }
        return file;
    }
}
