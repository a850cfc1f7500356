package io.tidemark.deploy.drill.stage;

import io.tidemark.deploy.background.ClusterDirectory;
import io.tidemark.deploy.background.ClusterSpec;
import io.tidemark.deploy.background.LocalProcesses;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.Security;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A cluster of real processes in a directory, which can be killed one by one. They end when this process does. Used by one
 * thread, except {@link #close}.
 */
public final class DrillCluster implements AutoCloseable {
    public static final String COORDINATOR = "coordinator";

    /** What every cluster of a drill has in common. */
    public record Site(Path home, Security security, int slotsPerWorker) {}

    private final ClusterDirectory directory;
    private final LocalProcesses processes;
    private final Security security;
    private final ClusterSpec spec;
    private volatile ClusterClient client;
    private HostPort address;

    /**
     * @param site with the distribution's directory as its home
     * @param workers how many
     * @param options of every process, such as {@code -Dcheckpoint.retained=5}
     */
    public DrillCluster(Site site, Path directory, int workers, List<String> options) {
        this.directory = new ClusterDirectory(directory);
        this.processes = new LocalProcesses(this.directory, site.home(), site.security());
        this.security = site.security();
        this.spec = new ClusterSpec(workers, site.slotsPerWorker(), Optional.empty(), options, true);
    }

    /** Starts all processes, or those that were killed, and waits until they are ready. */
    public void start() {
        HostPort coordinator = processes.start(spec).coordinator();
        if (!coordinator.equals(address)) {
            address = coordinator;
            if (client != null) {
                client.close();
            }
            client = ClusterClient.connect(coordinator, security);
        }
    }

    /** Ends a process with no warning. */
    public void kill(String name) {
        processes.kill(name);
    }

    /** Names of the workers' processes. */
    public List<String> workers() {
        return IntStream.rangeClosed(1, spec.workers())
                .mapToObj(number -> "worker-" + number)
                .toList();
    }

    /** Of each worker. */
    public int slots() {
        return spec.slots();
    }

    public Path directory() {
        return directory.path();
    }

    public ClusterClient client() {
        return client;
    }

    /** Stops all processes. May be called by a thread that runs while this process ends. */
    @Override
    public void close() {
        processes.end();
        ClusterClient last = client;
        if (last != null) {
            last.close();
        }
    }
}
