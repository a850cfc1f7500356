package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.savepoint.SavepointReader;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.deploy.view.SavepointListView;
import io.tidemark.deploy.view.SavepointView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "ls", description = "List the operators and states of savepoints or checkpoints.")
final class StateLsCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Mixin
    private ListingOptions listing;

    @Option(names = "--count", description = "Count every entry; large states are counted in part otherwise.")
    private boolean count;

    @Option(names = "--verify", description = "Read every file, and compare it with its checksum.")
    private boolean verify;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "A savepoint, a checkpoint as \"checkpoints\" lists it, or a directory with several.")
    private List<String> paths;

    StateLsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<SavepointView> views = new ArrayList<>();
        Configuration options = surroundings.configuration(common.configFile(), Map.of());
        for (String location : SavepointAccess.find(paths, options)) {
            SavepointAccess.use(location, options, savepoint -> {
                if (verify) {
                    Savepoints.verify(savepoint);
                    surroundings
                            .terminal()
                            .note("note: " + location + " is whole: every file is what its checksum says");
                }
                try (SavepointReader reader = SavepointReader.of(savepoint)) {
                    views.add(SavepointView.of(reader, count));
                }
            });
        }
        surroundings.terminal().lines(listing.linesOf(new SavepointListView(views), surroundings.times()));
        return 0;
    }
}
