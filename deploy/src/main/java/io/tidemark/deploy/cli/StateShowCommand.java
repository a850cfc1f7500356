package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.savepoint.SavepointReader;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.view.StateContentsListView;
import io.tidemark.deploy.view.StateContentsView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "show", description = "Show what is in the states of savepoints or checkpoints.")
final class StateShowCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Mixin
    private ListingOptions listing;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "A savepoint, a checkpoint as \"checkpoints\" lists it, or a directory with several.")
    private List<String> paths;

    @Option(names = "--operator", paramLabel = "U", description = "Of this operator only: its uid or its name.")
    private String operator;

    @Option(names = "--state", paramLabel = "S", description = "Of this state or group of timers only.")
    private String state;

    @Option(names = "--key", paramLabel = "K", description = "Of this key only, written as it is shown.")
    private String key;

    @Option(names = "--timers", description = "Timers instead of states.")
    private boolean timers;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "At most so many entries of each state (default: ${DEFAULT-VALUE}).")
    private int limit;

    StateShowCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (limit < 1) {
            throw UserError.usage("--limit " + limit + " shows nothing", "Give a number of 1 or more.");
        }
        StateSelection selection = new StateSelection(operator, state, key, timers, limit);
        List<StateContentsView> views = new ArrayList<>();
        Configuration options = surroundings.configuration(common.configFile(), Map.of());
        for (String location : SavepointAccess.find(paths, options)) {
            SavepointAccess.use(location, options, savepoint -> {
                try (SavepointReader reader = SavepointReader.of(savepoint)) {
                    views.add(selection.of(reader));
                }
            });
        }
        surroundings.terminal().lines(listing.linesOf(new StateContentsListView(views), surroundings.times()));
        return 0;
    }
}
