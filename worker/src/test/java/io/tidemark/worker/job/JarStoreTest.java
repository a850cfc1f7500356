package io.tidemark.worker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarStoreTest {
    @TempDir
    private Path directory;

    private static String hash(String content) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aJarIsFetchedOnceForAllAttemptsThatWantIt() throws Exception {
        AtomicInteger fetches = new AtomicInteger();
        JarStore store = new JarStore(directory, (job, target) -> {
            fetches.incrementAndGet();
            target.write("jar".getBytes(StandardCharsets.UTF_8));
        });
        Path first = store.get("job", hash("jar"));
        assertThat(store.get("job", hash("jar"))).isEqualTo(first).hasContent("jar");
        assertThat(fetches).hasValue(1);
    }

    @Test
    void somethingElseThanTheJarIsRefusedAndNotKept() throws Exception {
        JarStore store =
                new JarStore(directory, (job, target) -> target.write("other".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> store.get("job", hash("jar")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("hash");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theLeastRecentlyUsedJarsGo() throws Exception {
        JarStore store = new JarStore(directory, (job, target) -> target.write(job.getBytes(StandardCharsets.UTF_8)));
        for (int i = 0; i < 40; i++) {
            store.get("job" + i, hash("job" + i));
        }
        try (var files = Files.list(directory)) {
            assertThat(files.count()).isEqualTo(16);
        }
        assertThat(store.get("job39", hash("job39"))).hasContent("job39");
    }
}
