package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Times;
import java.util.ArrayList;
import java.util.List;

/** What is in states of savepoints. */
public record StateContentsListView(List<StateContentsView> savepoints) implements View {
    @Override
    public List<String> lines(Times times, long nowMs) {
        List<String> lines = new ArrayList<>();
        for (StateContentsView savepoint : savepoints) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(savepoint.lines(times, nowMs));
        }
        return lines;
    }
}
