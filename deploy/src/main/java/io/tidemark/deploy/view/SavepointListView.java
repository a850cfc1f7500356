package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Times;
import java.util.ArrayList;
import java.util.List;

/** What is in savepoints and checkpoints. */
public record SavepointListView(List<SavepointView> savepoints) implements View {
    @Override
    public List<String> lines(Times times, long nowMs) {
        if (savepoints.isEmpty()) {
            return List.of("No savepoints there.");
        }
        List<String> lines = new ArrayList<>();
        for (SavepointView savepoint : savepoints) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(savepoint.lines(times));
        }
        return lines;
    }
}
