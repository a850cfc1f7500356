package io.tidemark.bench.sidebyside;

import io.tidemark.bench.workload.Latency;
import io.tidemark.bench.workload.Tally;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the process of a run said.
 *
 * @param peakRssKiB the most that was resident of it
 * @param latency null where it is not asked for
 */
record Outcome(double seconds, Tally tally, long peakRssKiB, Latency latency) {
    private static final Pattern LINE = Pattern.compile(
            "^outcome seconds=(\\S+) results=(\\S+) checksum=(\\S+) peakRssKiB=(\\S+) latency=(\\S+)$",
            Pattern.MULTILINE);

    /** @return null when it said nothing of an outcome */
    static Outcome in(String output) {
        Matcher matcher = LINE.matcher(output);
        if (!matcher.find()) {
            return null;
        }
        return new Outcome(
                Double.parseDouble(matcher.group(1)),
                new Tally(Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3))),
                Long.parseLong(matcher.group(4)),
                latency(matcher.group(5)));
    }

    private static Latency latency(String text) {
        if (text.equals("none")) {
            return null;
        }
        String[] parts = text.split(",");
        return new Latency(
                Long.parseLong(parts[0]),
                Double.parseDouble(parts[1]),
                Double.parseDouble(parts[2]),
                Double.parseDouble(parts[3]));
    }
}
