package io.tidemark.examples.transactionjoin;

import io.tidemark.api.KeyedStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.connector.Source;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.connector.datagen.DatagenSource;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.connector.print.PrintSink;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs {@link TransactionJoin} over two CSV files, {@code id,customer,cents,timestampMs} and {@code customer,tier,timestampMs},
 * or over a thousand transactions that it makes up, and prints the results or writes them as CSV.
 */
public final class TransactionJoinJob {
    private static final List<String> OPTIONS = List.of("--transactions", "--customers", "--output");
    private static final String USAGE = "[--transactions FILE --customers FILE] [--output DIR]";
    private static final long TRANSACTIONS = 1000;
    private static final long VERSIONS = 100;
    private static final int CUSTOMERS = 10;
    private static final Duration DISORDER = Duration.ofSeconds(5);

    private TransactionJoinJob() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> arguments = parse(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        describe(env, arguments.get("--transactions"), arguments.get("--customers"), arguments.get("--output"));
        env.execute("transaction join");
    }

    static void describe(StreamExecutionEnvironment env, String transactionFile, String customerFile, String output) {
        KeyedStream<Transaction, String> transactions = env.fromSource(
                        transactions(transactionFile),
                        WatermarkStrategy.<Transaction>forRecordPosition(DISORDER, Duration.ZERO)
                                .withTimestampAssigner((transaction, previous) -> transaction.timestampMs()),
                        "transactions")
                .uid("transactions")
                .keyBy(Transaction::customer);
        KeyedStream<Customer, String> customers = env.fromSource(
                        customers(customerFile),
                        WatermarkStrategy.<Customer>forRecordPosition(DISORDER, Duration.ZERO)
                                .withTimestampAssigner((version, previous) -> version.timestampMs()),
                        "customers")
                .uid("customers")
                .keyBy(Customer::customer);
        SingleOutputStreamOperator<JoinedTransaction> joined = transactions
                .connect(customers)
                .process(new TransactionJoin())
                .name("transaction join")
                .uid("transaction-join");
        joined.getSideOutput(TransactionJoin.LATE).print("late");
        if (output == null) {
            joined.sinkTo(PrintSink.create("joined")).name("print");
        } else {
            joined.sinkTo(FileSink.to(output, CsvFormat.standard().write(JoinedTransaction.class)))
                    .name("joined");
        }
    }

    private static Source<Transaction, ?> transactions(String file) {
        return file == null
                ? DatagenSource.of(TRANSACTIONS, TransactionJoinJob::transaction)
                : FileSource.of(file, CsvFormat.standard().read(Transaction.class));
    }

    private static Source<Customer, ?> customers(String file) {
        return file == null
                ? DatagenSource.of(VERSIONS, TransactionJoinJob::version)
                : FileSource.of(file, CsvFormat.standard().read(Customer.class));
    }

    /** One a second, of ten customers in turn. */
    private static Transaction transaction(long n) {
        return new Transaction("t" + n, "c" + n % CUSTOMERS, 100 + n % 7, n * 1000);
    }

    /** Every ten seconds the next customer gets another tier. */
    private static Customer version(long n) {
        return new Customer("c" + n % CUSTOMERS, "tier-" + n / CUSTOMERS, n * 10_000);
    }

    private static Map<String, String> parse(String[] args) {
        Map<String, String> arguments = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            if (!OPTIONS.contains(args[i]) || i + 1 == args.length) {
                throw new IllegalArgumentException("cannot use " + args[i] + "; write " + USAGE);
            }
            arguments.put(args[i], args[i + 1]);
        }
        if (arguments.containsKey("--transactions") != arguments.containsKey("--customers")) {
            throw new IllegalArgumentException("give both files or none; write " + USAGE);
        }
        return arguments;
    }
}
