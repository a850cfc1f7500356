package io.tidemark.deploy.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** {@code --version}. */
final class VersionOption implements IVersionProvider {
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    @Override
    public String[] getVersion() {
        String number = Optional.ofNullable(VersionOption.class.getPackage().getImplementationVersion())
                .orElse("(built from sources)");
        return new String[] {"tidemark " + number, "Java " + Runtime.version()};
    }
}
