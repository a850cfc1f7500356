package io.tidemark.coordinator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the coordinator's work grows with the cluster. Counted, not timed: see {@link CountingLoader}. */
class ScaleTest {
    private static final int WORKERS = 25;
    private static final int STEPS = 0;
    private static final int MESSAGES = 1;

    /** What four times the workers may take of something, times what one time takes: 4 log 4n / log n, and some for luck. */
    private static final double ROOM = 1.15;

    @Test
    void steps_and_messages_grow_no_faster_than_n_log_n() throws Exception {
        Map<String, long[]> few = counted().apply(WORKERS);
        Map<String, long[]> many = counted().apply(4 * WORKERS);

        List<String> worse = new ArrayList<>();
        many.forEach((chapter, took) -> {
            for (int what : new int[] {STEPS, MESSAGES}) {
                double growth = (double) took[what] / Math.max(1, few.get(chapter)[what]);
                if (growth > mayGrow()) {
                    worse.add(String.format(
                            Locale.ROOT,
                            "%s: %d %s for %d workers, %d for %d, %.1f times as many",
                            chapter,
                            few.get(chapter)[what],
                            what == STEPS ? "steps" : "messages",
                            WORKERS,
                            took[what],
                            4 * WORKERS,
                            growth));
                }
            }
        });
        assertThat(worse).isEmpty();
    }

    private static double mayGrow() {
        int tasks = WORKERS * ScaleStory.SLOTS_PER_WORKER * ScaleStory.VERTICES;
        return 4 * Math.log(4.0 * tasks) / Math.log(tasks) * ROOM;
    }

    @SuppressWarnings("unchecked")
    private static IntFunction<Map<String, long[]>> counted() throws ReflectiveOperationException {
        return (IntFunction<Map<String, long[]>>) Class.forName(ScaleStory.class.getName(), true, new CountingLoader())
                .getConstructor()
                .newInstance();
    }

    /** Prints what docs/scaling.md shows. */
    @Test
    @Tag("long")
    void a_thousand_workers_and_twenty_thousand_tasks() throws Exception {
        new ScaleStory().apply(100);
        Map<String, long[]> quick = new ScaleStory().apply(1_000);
        Map<String, long[]> counted = counted().apply(1_000);

        System.out.println("| | steps | messages | MiB | ms |\n|---|---|---|---|---|");
        counted.forEach((chapter, took) -> System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %,d | %.1f | %d |%n",
                chapter,
                took[STEPS],
                took[MESSAGES],
                took[2] / 1048576.0,
                quick.get(chapter)[3] / 1_000_000));
        assertThat(quick).hasSameSizeAs(counted);
    }
}
