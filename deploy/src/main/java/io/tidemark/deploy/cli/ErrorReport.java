package io.tidemark.deploy.cli;

import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.api.config.NearestName;
import io.tidemark.coordinator.store.JobStoreException;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.network.rpc.NetworkSetupException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Shows an error: one line of cause, one of what to do, and with {@code --verbose} the stack trace. */
final class ErrorReport {
    private final Terminal terminal;

    ErrorReport(Terminal terminal) {
        this.terminal = terminal;
    }

    int onWrongUsage(ParameterException failure, String[] arguments) {
        UserError error = wrongUsage(failure);
        show(error, List.of(arguments).contains("--verbose"));
        return error.status().number();
    }

    int onFailure(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        UserError error = userError(failure);
        show(error, isVerbose(parsed));
        return error.status().number();
    }

    private static boolean isVerbose(CommandLine.ParseResult parsed) {
        CommandLine.ParseResult innermost = parsed;
        boolean verbose = innermost.hasMatchedOption("--verbose");
        while (innermost.hasSubcommand()) {
            innermost = innermost.subcommand();
            verbose |= innermost.hasMatchedOption("--verbose");
        }
        return verbose;
    }

    private void show(UserError error, boolean verbose) {
        terminal.note("tidemark: " + error.cause());
        terminal.note("  " + upperFirst(error.hint()));
        if (verbose) {
            if (!error.remoteStack().isEmpty()) {
                terminal.note(error.remoteStack());
            }
            terminal.note(stackOf(error));
        }
    }

    private static String stackOf(Throwable failure) {
        return ThrowableProxyUtil.asString(new ThrowableProxy(failure));
    }

    private static UserError userError(Exception failure) {
        if (failure instanceof UserError error) {
            return error;
        } else if (failure instanceof NetworkSetupException e) {
            ExitStatus status = switch (e.problem()) {
                case PORT_TAKEN, CANNOT_LISTEN -> ExitStatus.FAILED;
                case BAD_ADDRESS, SECRET_NEEDED, SECRET_UNREADABLE -> ExitStatus.USAGE;
            };
            return UserError.reported(status, e.getMessage(), e.hint(), "", e);
        } else if (failure instanceof JobStoreException e) {
            return UserError.failed(e.getMessage(), e.hint(), e);
        } else if (failure instanceof InvalidConfigurationException e) {
            return UserError.usage("the configuration is wrong: " + e.getMessage(), "Correct it.", e);
        } else if (failure instanceof InterruptedException) {
            return UserError.failed("interrupted", "Start it again.", failure);
        }
        return UserError.failed(
                "this should not have happened: " + failure,
                "It is a mistake of Tidemark; --verbose shows where it is.",
                failure);
    }

    private static UserError wrongUsage(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String help = "See what there is: " + name + " --help";
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unknownWord(unmatched.getUnmatched().get(0), command, help);
        }
        if (failure instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            String names = missing.getMissing().stream()
                    .map(CommandLine.Model.ArgSpec::paramLabel)
                    .collect(Collectors.joining(" and "));
            return UserError.usage(name + " needs " + names, help, failure);
        }
        return UserError.usage(lowerFirst(failure.getMessage()), help, failure);
    }

    private static UserError unknownWord(String word, CommandLine command, String help) {
        boolean option = word.startsWith("-");
        boolean expectsCommand = !option && !command.getSubcommands().isEmpty();
        String bare = option && word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        String kind = option ? "option" : expectsCommand ? "command" : "argument";
        String cause = "there is no " + kind + " " + bare + " of "
                + command.getCommandSpec().qualifiedName();
        Collection<String> known =
                option ? optionNames(command) : command.getSubcommands().keySet();
        return UserError.usage(
                cause,
                NearestName.of(bare, known)
                        .map(nearest -> "Did you mean " + nearest + "? " + help)
                        .orElse(help));
    }

    private static Collection<String> optionNames(CommandLine command) {
        List<String> names = new ArrayList<>();
        command.getCommandSpec().options().forEach(option -> names.addAll(List.of(option.names())));
        return names;
    }

    private static String upperFirst(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String lowerFirst(String text) {
        return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
