package io.tidemark.deploy.cli;

import io.tidemark.deploy.background.ClusterDirectory;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The directory of a local cluster. */
final class DirectoryOption {
    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory of the cluster: its logs, process ids, jobs and checkpoints. Default:"
                    + " ~/.tidemark/local")
    private Path directory;

    ClusterDirectory directory() {
        return directory == null ? ClusterDirectory.ofUser() : new ClusterDirectory(directory);
    }
}
