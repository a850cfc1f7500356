package io.tidemark.deploy.cli;

import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.view.Json;
import io.tidemark.deploy.view.View;
import java.util.List;
import picocli.CommandLine.Option;

/** What every command takes that lists something. */
final class ListingOptions {
    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    List<String> linesOf(View view, Times times) {
        return json ? List.of(Json.of(view)) : view.lines(times, System.currentTimeMillis());
    }
}
