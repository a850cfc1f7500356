package io.tidemark.network.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SecurityTest {
    private static final Security SECRET = Security.withSecret("swordfish");

    @Test
    void withoutASecretOnlyLoopbackIsUsed() {
        assertThatCode(() -> Security.LOOPBACK_ONLY.checkBind("127.0.0.1")).doesNotThrowAnyException();
        for (String host : new String[] {"0.0.0.0", "10.0.0.1", "::"}) {
            assertThatThrownBy(() -> Security.LOOPBACK_ONLY.checkBind(host))
                    .isInstanceOfSatisfying(NetworkSetupException.class, e -> {
                        assertThat(e.problem()).isEqualTo(NetworkSetupException.Problem.SECRET_NEEDED);
                        assertThat(e.getMessage()).contains(host).doesNotContain("\n");
                        assertThat(e.hint())
                                .contains("security.shared-secret", "--insecure")
                                .doesNotContain("\n");
                    });
        }
        assertThatThrownBy(() -> Security.LOOPBACK_ONLY.checkConnect("10.0.0.1"))
                .isInstanceOf(NetworkSetupException.class);
    }

    @Test
    void withASecretOrWhenInsecureAnyAddressIsUsed() {
        assertThatCode(() -> SECRET.checkBind("0.0.0.0")).doesNotThrowAnyException();
        assertThatCode(() -> new Security(null, true).checkBind("0.0.0.0")).doesNotThrowAnyException();
    }

    @Test
    void trK5_itsTextNeverShowsTheSecret() {
        assertThat(SECRET.toString()).doesNotContain("swordfish").contains("shared secret");
    }

    @Test
    void readsTheSecretFromAFileWithoutTheSpaceAroundIt(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "  swordfish\n");
        assertThat(Security.fromFile(file, false)).isEqualTo(SECRET);
    }

    @Test
    void aFileThatIsNotThereOrEmptyIsNamed(@TempDir Path folder) throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        for (Path file : new Path[] {empty, folder.resolve("absent")}) {
            assertThatThrownBy(() -> Security.fromFile(file, false))
                    .isInstanceOf(NetworkSetupException.class)
                    .hasMessageContaining(file.toString());
        }
    }

    @Test
    void aBlankSecretIsRefused() {
        assertThatThrownBy(() -> Security.withSecret(" ")).isInstanceOf(NetworkSetupException.class);
    }
}
