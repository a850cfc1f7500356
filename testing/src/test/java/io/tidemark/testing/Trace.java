package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.OutputTag;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays a story in the notation of the semantics tables: steps separated by {@code ;}, each an action and what comes out.
 * Actions are {@code a:E10@1} or {@code a1@5} (a record), {@code x} (one without timestamp), {@code WM9}, {@code WMMAX},
 * {@code PT10}, {@code IDLE}, {@code ACTIVE}, {@code RESTORE}, {@code END}. What comes out is separated by spaces; late
 * records are written {@code late{a1}@5}.
 */
final class Trace {
    private final OperatorHarness harness;
    private final OutputTag<?> lateTag;

    /** @param lateTag null when there is no late output */
    Trace(OperatorHarness harness, OutputTag<?> lateTag) {
        this.harness = harness;
        this.lateTag = lateTag;
    }

    static void play(OperatorHarness harness, String story) {
        new Trace(harness, null).play(story);
    }

    void play(String story) {
        for (String step : story.split(" ; ")) {
            String[] parts = step.split(" ?-> ?");
            act(parts[0].strip());
            String expected = parts.length == 1 ? "[]" : parts[1].strip();
            assertThat("[" + String.join(" ", take()) + "]")
                    .as("after %s in: %s", parts[0], story)
                    .isEqualTo(expected);
        }
    }

    private List<String> take() {
        List<String> all = new ArrayList<>(harness.take());
        if (lateTag != null) {
            harness.take(lateTag).forEach(late -> {
                int at = late.lastIndexOf('@');
                all.add("late{" + late.substring(0, at) + "}" + late.substring(at));
            });
        }
        return all;
    }

    private void act(String action) {
        if (action.startsWith("WM")) {
            harness.watermark(number(action.substring(2)));
        } else if (action.startsWith("PT")) {
            harness.processingTime(number(action.substring(2)));
        } else if (action.equals("IDLE")) {
            harness.idle(0, 0);
        } else if (action.equals("ACTIVE")) {
            harness.active(0, 0);
        } else if (action.equals("RESTORE")) {
            harness.restart();
        } else if (action.equals("END")) {
            harness.end();
        } else {
            int at = action.lastIndexOf('@');
            if (at < 0) {
                harness.record(action);
            } else {
                harness.record(action.substring(0, at), number(action.substring(at + 1)));
            }
        }
    }

    static long number(String text) {
        return switch (text) {
            case "MAX" -> Long.MAX_VALUE;
            case "MIN" -> Long.MIN_VALUE;
            default -> Long.parseLong(text);
        };
    }
}
