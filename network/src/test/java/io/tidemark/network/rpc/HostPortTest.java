package io.tidemark.network.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostPortTest {
    @Test
    void readsHostAndPort() {
        assertThat(HostPort.parse("worker-1:7071")).isEqualTo(new HostPort("worker-1", 7071));
        assertThat(HostPort.parse("[::1]:0")).isEqualTo(new HostPort("::1", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", ":1", "host:", "host:x", "host:-1", "host:65536", "::1:7", "[]:7"})
    void whatIsNoAddressIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> HostPort.parse(text)).isInstanceOfSatisfying(NetworkSetupException.class, e -> {
            assertThat(e.problem()).isEqualTo(NetworkSetupException.Problem.BAD_ADDRESS);
            assertThat(e.hint()).contains("HOST:PORT");
        });
    }

    @Test
    void writesItAsItReadsIt() {
        assertThat(HostPort.parse("[::1]:80")).hasToString("[::1]:80");
        assertThat(HostPort.parse("h:80")).hasToString("h:80");
    }

    @Test
    void loopbackIsLoopbackInAllItsForms() {
        assertThat(new HostPort("127.0.0.1", 0).isLoopback()).isTrue();
        assertThat(new HostPort("127.8.9.1", 0).isLoopback()).isTrue();
        assertThat(new HostPort("localhost", 0).isLoopback()).isTrue();
        assertThat(new HostPort("::1", 0).isLoopback()).isTrue();
        assertThat(new HostPort("0.0.0.0", 0).isLoopback()).isFalse();
        assertThat(new HostPort("10.1.2.3", 0).isLoopback()).isFalse();
    }
}
