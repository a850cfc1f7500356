package io.tidemark.bench.state;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.tidemark.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** How long tasks stood still for their snapshots, as the workers of this process log it. Thread-safe. */
final class TaskSnapshots implements AutoCloseable {
    private static final int STOOD_STILL_NS_AT = 3;
    private static final int ARGUMENTS = 5;

    private final Logger logger = (Logger) LoggerFactory.getLogger(Worker.class);
    private final List<Long> stoodStillNs = new ArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            Object[] arguments = event.getArgumentArray();
            if (event.getLevel() == Level.DEBUG && arguments != null && arguments.length == ARGUMENTS) {
                add((Long) arguments[STOOD_STILL_NS_AT]);
            }
        }
    };

    TaskSnapshots() {
        appender.setContext(logger.getLoggerContext());
        appender.start();
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
        logger.addAppender(appender);
    }

    private synchronized void add(long ns) {
        stoodStillNs.add(ns);
    }

    /** In rising order. */
    synchronized List<Long> stoodStillNs() {
        return stoodStillNs.stream().sorted().toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setAdditive(true);
        logger.setLevel(null);
    }
}
