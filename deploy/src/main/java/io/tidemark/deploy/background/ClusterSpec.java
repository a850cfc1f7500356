package io.tidemark.deploy.background;

import java.util.List;
import java.util.Optional;

/**
 * What a local cluster is to be.
 *
 * @param slots of each worker
 * @param port the coordinator's; empty: the one it had, else any that is free
 * @param arguments further ones for every process
 * @param boundToThisProcess whether its processes end when this one does, however it ends
 */
public record ClusterSpec(
        int workers, int slots, Optional<Integer> port, List<String> arguments, boolean boundToThisProcess) {
    public ClusterSpec {
        arguments = List.copyOf(arguments);
    }
}
