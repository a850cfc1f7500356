package io.tidemark.deploy.cli;

import io.tidemark.deploy.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark}: the root of all commands, and the main class of every process. */
@Command(
        name = "tidemark",
        description = "A distributed stream processor.",
        versionProvider = VersionOption.class,
        synopsisSubcommandLabel = "COMMAND")
public final class TidemarkCommand {
    @Mixin
    private CommonOptions common;

    @Mixin
    private VersionOption version;

    private TidemarkCommand() {}

    /** Runs one command and ends the process with its status. */
    public static void main(String[] arguments) {
        Surroundings surroundings = Surroundings.ofProcess();
        int status = commandLine(surroundings).execute(arguments);
        surroundings.terminal().flush();
        System.exit(status);
    }

    static CommandLine commandLine(Surroundings surroundings) {
        CommandLine cluster = new CommandLine(new ClusterCommand())
                .addSubcommand(new ClusterStartCommand(surroundings))
                .addSubcommand(new ClusterStatusCommand(surroundings))
                .addSubcommand(new ClusterStopCommand(surroundings));
        // Options of the job may stand beside ours; those that are called the same stand behind a "--".
        CommandLine diff =
                new CommandLine(new StateDiffCommand(surroundings)).setUnmatchedOptionsArePositionalParams(true);
        CommandLine state = new CommandLine(new StateCommand())
                .addSubcommand(new StateLsCommand(surroundings))
                .addSubcommand(new StateShowCommand(surroundings))
                .addSubcommand(diff)
                .addSubcommand(new StateGetCommand(surroundings));
        // What follows the jar is the job's, even if it looks like an option of ours.
        CommandLine submit = new CommandLine(new SubmitCommand(surroundings)).setStopAtPositional(true);
        CommandLine root = new CommandLine(new TidemarkCommand())
                .addSubcommand(new QuickstartCommand(surroundings))
                .addSubcommand(cluster)
                .addSubcommand(new CoordinatorCommand(surroundings))
                .addSubcommand(new WorkerCommand(surroundings))
                .addSubcommand(submit)
                .addSubcommand(new JobsCommand(surroundings))
                .addSubcommand(new JobCommand(surroundings))
                .addSubcommand(new CancelCommand(surroundings))
                .addSubcommand(new StopCommand(surroundings))
                .addSubcommand(new SavepointCommand(surroundings))
                .addSubcommand(new RescaleCommand(surroundings))
                .addSubcommand(new CheckpointsCommand(surroundings))
                .addSubcommand(new WatermarksCommand(surroundings))
                .addSubcommand(new LateCommand(surroundings))
                .addSubcommand(new AdviseDelayCommand(surroundings))
                .addSubcommand(state)
                .addSubcommand(new DrillCommand(surroundings));
        Terminal terminal = surroundings.terminal();
        ErrorReport errors = new ErrorReport(terminal);
        root.setParameterExceptionHandler(errors::onWrongUsage);
        root.setExecutionExceptionHandler(errors::onFailure);
        root.setOut(terminal.writer());
        root.setUsageHelpAutoWidth(true);
        return root;
    }
}
