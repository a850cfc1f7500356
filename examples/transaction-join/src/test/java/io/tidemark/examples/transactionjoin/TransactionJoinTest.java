package io.tidemark.examples.transactionjoin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.StreamExecutionEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job on a cluster in this process. */
class TransactionJoinTest {
    @TempDir
    Path directory;

    private int runs;

    private List<String> run(String transactions, String customers, int parallelism) throws Exception {
        Path output = directory.resolve("joined-" + runs++);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(parallelism);
        TransactionJoinJob.describe(env, transactions, customers, output.toString());
        env.execute("transaction join test");
        return rows(output);
    }

    private String file(String name, List<String> lines) throws IOException {
        return Files.writeString(directory.resolve(name), String.join("\n", lines) + "\n")
                .toString();
    }

    private static List<String> rows(Path sinkDirectory) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(sinkDirectory)) {
            for (Path file : files.toList()) {
                rows.addAll(Files.readAllLines(file));
            }
        }
        Collections.sort(rows);
        return rows;
    }

    @Test
    void aTransactionIsJoinedWithTheVersionOfItsTimeHoweverLateThatComes() throws Exception {
        String transactions =
                file("t.csv", List.of("t1,ann,100,1000", "t2,ann,200,2000", "t3,bob,300,2500", "t4,ann,400,6000"));
        // In any order: t2 is at the very time of ann's second version; bob's comes after his transaction.
        String customers = file("c.csv", List.of("bob,gold,4000", "ann,silver,2000", "ann,gold,5000", "ann,basic,500"));
        assertThat(run(transactions, customers, 1))
                .containsExactly("t1,ann,100,basic", "t2,ann,200,silver", "t3,bob,300,unknown", "t4,ann,400,gold");
    }

    @Test
    void whicheverStreamIsFasterAndInWhateverOrderTheResultIsTheSame() throws Exception {
        List<String> transactions = new ArrayList<>();
        List<String> customers = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int second = 0; second < 300; second++) {
            String customer = "c" + second % 7;
            if (second % 5 == 0) {
                customers.add(customer + ",tier-" + second + "," + second * 1000);
            }
            transactions.add("t" + second + "," + customer + ",1," + second * 1000);
            expected.add("t" + second + "," + customer + ",1," + tierOf(second));
        }
        Collections.sort(expected);
        for (int round = 0; round < 3; round++) {
            List<String> shuffled = shuffledByUpToFive(transactions, round);
            assertThat(run(file("t" + round, shuffled), file("c" + round, customers), 1 + round % 2))
                    .isEqualTo(expected);
        }
    }

    /** The newest version of the customer of a second, by looking back second by second. */
    private static String tierOf(int second) {
        for (int earlier = second; earlier >= 0; earlier -= 7) {
            if (earlier % 5 == 0) {
                return "tier-" + earlier;
            }
        }
        return "unknown";
    }

    private static List<String> shuffledByUpToFive(List<String> lines, int seed) {
        List<String> shuffled = new ArrayList<>(lines);
        Random random = new Random(seed);
        for (int from = 0; from + 5 <= shuffled.size(); from += 5) {
            Collections.shuffle(shuffled.subList(from, from + 5), random);
        }
        return shuffled;
    }

    @Test
    void theMadeUpTransactionsAreAllJoined() throws Exception {
        assertThat(run(null, null, 2))
                .hasSize(1000)
                .filteredOn(row -> row.endsWith("unknown"))
                .hasSize(45);
    }
}
