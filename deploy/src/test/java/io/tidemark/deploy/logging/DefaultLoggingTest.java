package io.tidemark.deploy.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DefaultLoggingTest {
    @Test
    void aProgramsOwnLinesAreShownAndTheDebugLinesOfLibrariesAreNot() {
        LoggerContext context = new LoggerContext();

        DefaultLogging.useDefaults(context);

        assertThat(context.getLogger("org.example.MyJob").isInfoEnabled()).isTrue();
        assertThat(context.getLogger("org.example.MyJob").isDebugEnabled()).isFalse();
        assertThat(context.getLogger("io.grpc.netty.NettyServerHandler").getEffectiveLevel())
                .isEqualTo(Level.WARN);
        assertThat(context.getLogger("io.tidemark.worker.Worker").isInfoEnabled())
                .isFalse();
    }

    @Test
    void aConfigurationOfTheProgramsOwnComesFirst() {
        assertThat(ServiceLoader.load(Configurator.class)).anyMatch(DefaultLogging.class::isInstance);

        // The tests have a logback-test.xml, which sets WARN.
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        assertThat(context.getLogger("org.example.MyJob").getEffectiveLevel()).isEqualTo(Level.WARN);
    }
}
