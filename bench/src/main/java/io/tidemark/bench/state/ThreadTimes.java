package io.tidemark.bench.state;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The processor time of this process by the names of its threads without their numbers, RocksDB's and the collector's
 * included. Empty where the system has no {@code /proc}.
 *
 * @param ticks hundredths of a second
 */
record ThreadTimes(Map<String, Long> ticks) {
    private static final Path TASKS = Path.of("/proc/self/task");
    /** Where user and system time are among the words behind the name in parentheses. */
    private static final int USER_TIME_AT = 11;

    private static final int MS_PER_TICK = 10;

    static ThreadTimes now() {
        Map<String, Long> ticks = new TreeMap<>();
        if (Files.isDirectory(TASKS)) {
            try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
                for (Path task : tasks) {
                    add(task.resolve("stat"), ticks);
                }
            } catch (IOException e) {
                return new ThreadTimes(Map.of());
            }
        }
        return new ThreadTimes(ticks);
    }

    private static void add(Path stat, Map<String, Long> ticks) throws IOException {
        String line;
        try {
            line = Files.readString(stat);
        } catch (NoSuchFileException e) {
            // The thread has ended.
            return;
        }
        int nameEnd = line.lastIndexOf(')');
        String name = line.substring(line.indexOf('(') + 1, nameEnd).replaceAll("[-#:]*[0-9]*$", "");
        String[] words = line.substring(nameEnd + 2).split(" ");
        ticks.merge(name, Long.parseLong(words[USER_TIME_AT]) + Long.parseLong(words[USER_TIME_AT + 1]), Long::sum);
    }

    /** What was used since, most of it first; what is less than a hundredth of the whole is left out. */
    String since(ThreadTimes before) {
        Map<String, Long> used = new TreeMap<>();
        ticks.forEach((name, now) -> used.put(name, now - before.ticks.getOrDefault(name, 0L)));
        long sum = used.values().stream().mapToLong(Long::longValue).sum();
        return used.entrySet().stream()
                .filter(entry -> entry.getValue() * 100 > sum)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .map(entry -> entry.getKey() + " " + entry.getValue() * MS_PER_TICK + " ms")
                .collect(Collectors.joining(", "));
    }
}
