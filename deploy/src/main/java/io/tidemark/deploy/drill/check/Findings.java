package io.tidemark.deploy.drill.check;

import java.util.ArrayList;
import java.util.List;

/**
 * Where results differ from what is right.
 *
 * @param gaps what is missing
 * @param duplicates what is there more than once
 * @param verdicts records that are late and should not be, or the other way round
 * @param wrong what is there with another content, or should not be there at all
 * @param examples the first few of all these, a sentence each
 */
public record Findings(long gaps, long duplicates, long verdicts, long wrong, List<String> examples) {
    private static final int EXAMPLES = 8;

    public Findings {
        examples = List.copyOf(examples);
    }

    public static Findings none() {
        return new Findings(0, 0, 0, 0, List.of());
    }

    public boolean isClean() {
        return gaps == 0 && duplicates == 0 && verdicts == 0 && wrong == 0;
    }

    public Findings plus(Findings other) {
        List<String> all = new ArrayList<>(examples);
        all.addAll(other.examples);
        return new Findings(
                gaps + other.gaps,
                duplicates + other.duplicates,
                verdicts + other.verdicts,
                wrong + other.wrong,
                all.subList(0, Math.min(EXAMPLES, all.size())));
    }

    /** What it comes to, in one line. */
    public String verdict() {
        if (isClean()) {
            return "nothing lost, nothing twice, same verdicts";
        }
        List<String> parts = new ArrayList<>();
        add(parts, gaps, "lost");
        add(parts, duplicates, "twice");
        add(parts, verdicts, "other verdicts");
        add(parts, wrong, "wrong");
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }

    /** Gathers them. */
    static final class Gathering {
        private long gaps;
        private long duplicates;
        private long verdicts;
        private long wrong;
        private final List<String> examples = new ArrayList<>();

        void gap(String example) {
            gaps(1, example);
        }

        void gaps(long count, String example) {
            gaps += count;
            example(example);
        }

        void duplicate(String example) {
            duplicates++;
            example(example);
        }

        void verdict(String example) {
            verdicts(1, example);
        }

        void verdicts(long count, String example) {
            verdicts += count;
            example(example);
        }

        void wrong(String example) {
            wrong++;
            example(example);
        }

        private void example(String example) {
            if (examples.size() < EXAMPLES) {
                examples.add(example);
            }
        }

        Findings done() {
            return new Findings(gaps, duplicates, verdicts, wrong, examples);
        }
    }
}
