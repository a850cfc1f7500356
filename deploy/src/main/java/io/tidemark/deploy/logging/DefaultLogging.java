package io.tidemark.deploy.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.DefaultJoranConfigurator;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Used when a program has no logback configuration of its own, instead of logback's default that shows every debug line
 * of every library: the program's own lines from INFO on, those of the cluster in it and of its network from WARN on.
 */
public final class DefaultLogging extends ContextAwareBase implements Configurator {
    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level [%thread] %logger{0} - %msg%n";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        // Logback asks this one before it looks for files of the program's own.
        DefaultJoranConfigurator files = new DefaultJoranConfigurator();
        files.setContext(context);
        if (files.configure(context) == ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY) {
            return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
        }
        useDefaults(context);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    static void useDefaults(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setName("console");
        console.setEncoder(encoder);
        console.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(console);
        for (String quiet : new String[] {"io.tidemark", "io.grpc", "io.netty"}) {
            context.getLogger(quiet).setLevel(Level.WARN);
        }
        // Jobs of ours that are run out of their sources.
        context.getLogger("io.tidemark.examples").setLevel(Level.INFO);
    }
}
