package io.tidemark.deploy.process;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the parts of a process when a signal ends it, the last one added first. Parts are added by the main thread; the
 * hook closes them in a thread of its own.
 */
final class Lifetime {
    private static final Logger LOG = LoggerFactory.getLogger(Lifetime.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Begins. */
    static Lifetime begin() {
        Lifetime lifetime = new Lifetime();
        Runtime.getRuntime().addShutdownHook(new Thread(lifetime::end, "end"));
        return lifetime;
    }

    synchronized <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /** Ends the process when the standard input ends, which it does when the one who started it dies. */
    void endWithInput(InputStream input) {
        Thread watcher = new Thread(
                () -> {
                    readToEnd(input);
                    System.exit(0);
                },
                "input");
        watcher.setDaemon(true);
        watcher.start();
    }

    private static void readToEnd(InputStream input) {
        try {
            while (input.read() >= 0) {
                // Nothing that is said there matters.
            }
        } catch (IOException e) {
            LOG.debug("the standard input broke off", e);
        }
    }

    private synchronized void end() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("{} did not close well", part.getClass().getSimpleName(), e);
            }
        }
    }
}
