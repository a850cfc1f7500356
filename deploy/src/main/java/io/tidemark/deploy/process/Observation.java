package io.tidemark.deploy.process;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.config.ProcessOptions;
import io.tidemark.network.rpc.HostPort;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** What a process lets others see of it: logs of all its libraries in one place, health and metrics over HTTP. */
final class Observation {
    private static final Logger LOG = LoggerFactory.getLogger(Observation.class);

    private Observation() {}

    /** Sends to slf4j what libraries log with the JDK's own logging. */
    static void unifyLogs() {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    /**
     * Serves health and metrics, unless the configuration says not to.
     *
     * @param problem what is wrong with the process right now; empty when it is well
     */
    static void start(Configuration configuration, Lifetime lifetime, Supplier<Optional<String>> problem) {
        int port = configuration.get(ProcessOptions.HTTP_PORT);
        if (port < 0) {
            return;
        }
        PrometheusMeterRegistry registry = lifetime.add(new CloseableRegistry()).registry();
        HealthServer server = lifetime.add(HealthServer.start(
                new HostPort(configuration.get(ProcessOptions.HTTP_HOST), port), problem, registry::scrape));
        LOG.info(
                "Health and metrics at http://{}:{}",
                server.address().getHostString(),
                server.address().getPort());
    }

    /** The registry that Prometheus reads, as long as the process lives. */
    private static final class CloseableRegistry implements AutoCloseable {
        private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

        CloseableRegistry() {
            new ClassLoaderMetrics().bindTo(registry);
            new JvmMemoryMetrics().bindTo(registry);
            new JvmThreadMetrics().bindTo(registry);
            new ProcessorMetrics().bindTo(registry);
            new UptimeMetrics().bindTo(registry);
            Metrics.addRegistry(registry);
        }

        PrometheusMeterRegistry registry() {
            return registry;
        }

        @Override
        public void close() {
            Metrics.removeRegistry(registry);
            registry.close();
        }
    }
}
