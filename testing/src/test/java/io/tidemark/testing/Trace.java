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
    private final Piece piece;
    private final OutputTag<?> lateTag;

    /** @param lateTag null when there is no late output */
    Trace(Piece piece, OutputTag<?> lateTag) {
        this.piece = piece;
        this.lateTag = lateTag;
    }

    static void play(Piece piece, String story) {
        new Trace(piece, null).play(story);
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
        List<String> all = new ArrayList<>(piece.take());
        if (lateTag != null) {
            piece.take(lateTag).forEach(late -> {
                int at = late.lastIndexOf('@');
                all.add("late{" + late.substring(0, at) + "}" + late.substring(at));
            });
        }
        return all;
    }

    private void act(String action) {
        if (action.startsWith("WM")) {
            piece.watermark(number(action.substring(2)));
        } else if (action.startsWith("PT")) {
            piece.processingTime(number(action.substring(2)));
        } else if (action.equals("IDLE")) {
            piece.input(0).idle();
        } else if (action.equals("ACTIVE")) {
            piece.input(0).active();
        } else if (action.equals("RESTORE")) {
            piece.restart();
        } else if (action.equals("END")) {
            piece.end();
        } else {
            int at = action.lastIndexOf('@');
            if (at < 0) {
                piece.record(action);
            } else {
                piece.record(action.substring(0, at), number(action.substring(at + 1)));
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
