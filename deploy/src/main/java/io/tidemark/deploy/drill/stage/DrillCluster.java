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

/**
 * A cluster of real processes in a directory, which can be killed one by one. They end when this process does. Used by one
 * thread, except {@link #end}.
 */
public final class DrillCluster implements AutoCloseable {
    public static final String COORDINATOR = "coordinator";
    public static final int SLOTS = 2;

    private final ClusterDirectory directory;
    private final LocalProcesses processes;
    private final Security security;
    private final ClusterSpec spec;
    private ClusterClient client;
    private HostPort address;

    /**
     * @param home the distribution's directory
     * @param workers how many, of two slots each
     * @param options of every process, such as {@code -Dcheckpoint.retained=5}
     */
    public DrillCluster(Path home, Path directory, Security security, int workers, List<String> options) {
        this.directory = new ClusterDirectory(directory);
        this.processes = new LocalProcesses(this.directory, home, security);
        this.security = security;
        this.spec = new ClusterSpec(workers, SLOTS, Optional.empty(), options, true);
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

    public int workers() {
        return spec.workers();
    }

    public Path directory() {
        return directory.path();
    }

    public ClusterClient client() {
        return client;
    }

    /** Stops all processes, and may be called by a thread that runs while the process ends. */
    public void end() {
        processes.end();
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        end();
    }
}
