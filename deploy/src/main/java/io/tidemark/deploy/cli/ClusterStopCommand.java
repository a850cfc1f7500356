package io.tidemark.deploy.cli;

import io.tidemark.deploy.background.ClusterDirectory;
import io.tidemark.deploy.background.LocalProcesses;
import io.tidemark.network.rpc.Security;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "stop",
        description = "Stop all processes of a local cluster. Unfinished jobs go on when it is started again.")
final class ClusterStopCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Mixin
    private DirectoryOption directoryOption;

    ClusterStopCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ClusterDirectory directory = directoryOption.directory();
        List<String> stopped = new LocalProcesses(directory, surroundings.homeOrFail(), Security.LOOPBACK_ONLY).stop();
        surroundings
                .terminal()
                .line(
                        stopped.isEmpty()
                                ? "No cluster runs in " + directory.path() + "."
                                : "Stopped " + String.join(", ", stopped) + ".");
        return 0;
    }
}
