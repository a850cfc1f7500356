package io.tidemark.examples.transactionjoin;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedCoProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Holds each transaction until the watermark, which is that of both streams, has passed its time. By then all that will be
 * known of its customer at that time is known, so the result does not depend on which of the two streams was faster.
 *
 * <p>Of a customer all versions are kept that a transaction may still ask for: the newest one that the watermark has passed,
 * and those after it. What comes behind the watermark could change results that are out already; it goes to {@link #LATE}.
 */
public final class TransactionJoin extends KeyedCoProcessFunction<String, Transaction, Customer, JoinedTransaction> {
    /** Transactions and versions of customers that came too late, as text. */
    public static final OutputTag<String> LATE = new OutputTag<>("late", Types.STRING);

    private static final long serialVersionUID = 1L;
    private static final String UNKNOWN = "unknown";

    /** By time the transactions that wait for it. */
    private transient MapState<Long, List<Transaction>> waiting;

    /** By time what is known of the customer from then on. */
    private transient MapState<Long, Customer> versions;

    @Override
    public void open(OpenContext openContext) {
        waiting = getRuntimeContext()
                .getMapState(
                        new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(Types.RECORD(Transaction.class))));
        versions = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>("versions", Types.LONG, Types.RECORD(Customer.class)));
    }

    @Override
    public void processElement1(Transaction transaction, Context ctx, Collector<JoinedTransaction> out)
            throws Exception {
        long timestamp = transaction.timestampMs();
        if (timestamp <= ctx.timerService().currentWatermark()) {
            ctx.output(LATE, transaction.toString());
            return;
        }
        List<Transaction> sameTime = waiting.get(timestamp);
        sameTime = sameTime == null ? new ArrayList<>() : new ArrayList<>(sameTime);
        sameTime.add(transaction);
        waiting.put(timestamp, sameTime);
        ctx.timerService().registerEventTimeTimer(timestamp);
    }

    @Override
    public void processElement2(Customer version, Context ctx, Collector<JoinedTransaction> out) throws Exception {
        long timestamp = version.timestampMs();
        if (timestamp <= ctx.timerService().currentWatermark()) {
            ctx.output(LATE, version.toString());
            return;
        }
        Customer sameTime = versions.get(timestamp);
        // Of two versions of one time the same one counts, whichever came first.
        if (sameTime == null || sameTime.tier().compareTo(version.tier()) < 0) {
            versions.put(timestamp, version);
        }
        ctx.timerService().registerEventTimeTimer(timestamp);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<JoinedTransaction> out) throws Exception {
        Customer known = knownAt(timestamp);
        List<Transaction> due = waiting.get(timestamp);
        if (due == null) {
            return;
        }
        waiting.remove(timestamp);
        due = new ArrayList<>(due);
        due.sort(Comparator.comparing(Transaction::id));
        for (Transaction transaction : due) {
            out.collect(new JoinedTransaction(
                    transaction.id(),
                    transaction.customer(),
                    transaction.cents(),
                    known == null ? UNKNOWN : known.tier()));
        }
    }

    /** The version of a time; older ones are forgotten, since nothing before this time is still to come. */
    private Customer knownAt(long timestamp) throws Exception {
        long newest = Long.MIN_VALUE;
        List<Long> past = new ArrayList<>();
        for (long since : versions.keys()) {
            if (since <= timestamp) {
                past.add(since);
                newest = Math.max(newest, since);
            }
        }
        for (long since : past) {
            if (since != newest) {
                versions.remove(since);
            }
        }
        return past.isEmpty() ? null : versions.get(newest);
    }
}
