package io.tidemark.testing.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.AsyncDataStream;
import io.tidemark.api.DataStream;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.async.AsyncRetryStrategies.ExponentialBackoffDelayRetryStrategyBuilder;
import io.tidemark.api.function.async.AsyncRetryStrategy;
import io.tidemark.api.function.async.ResultFuture;
import io.tidemark.api.function.async.RetryPredicates;
import io.tidemark.api.function.async.RichAsyncFunction;
import io.tidemark.testing.Element;
import io.tidemark.testing.StreamHarness;
import io.tidemark.testing.TestInput;
import io.tidemark.testing.TestOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The examples of docs/async.md, run. */
class AsyncExamples {
    record Payment(String id, String currency, double amount) {}

    record Euros(String id, double euros) {}

    /** A client whose answers the test gives, the last that were asked for. */
    static final class Rates {
        private static final Map<String, CompletableFuture<Double>> ASKED = new HashMap<>();

        static Rates connect() {
            return new Rates();
        }

        CompletionStage<Double> euroFor(String currency) {
            CompletableFuture<Double> answer = new CompletableFuture<>();
            ASKED.put(currency, answer);
            return answer;
        }

        void close() {}

        static void answer(String currency, double rate) {
            ASKED.remove(currency).complete(rate);
        }

        static void fail(String currency) {
            ASKED.remove(currency).completeExceptionally(new IOException("no line"));
        }
    }

    private final StreamHarness harness = StreamHarness.create();
    private final TestInput<Payment> input = harness.input(Payment.class);
    private final DataStream<Payment> payments = input.stream();

    @BeforeEach
    void nothingAsked() {
        Rates.ASKED.clear();
    }

    @AfterEach
    void close() {
        harness.close();
    }

    /** Asks what a payment is worth in euros. */
    static final class AskRate extends RichAsyncFunction<Payment, Euros> {
        private static final long serialVersionUID = 1L;
        private transient Rates rates;

        @Override
        public void open(OpenContext context) {
            rates = Rates.connect();
        }

        @Override
        public void asyncInvoke(Payment payment, ResultFuture<Euros> result) {
            rates.euroFor(payment.currency()).whenComplete((rate, error) -> {
                if (error == null) {
                    result.complete(List.of(new Euros(payment.id(), payment.amount() * rate)));
                } else {
                    result.completeExceptionally(error);
                }
            });
        }

        @Override
        public void close() {
            rates.close();
        }
    }

    @Test
    void unordered() {
        DataStream<Euros> inEuros = AsyncDataStream.unorderedWait(payments, new AskRate(), 5, TimeUnit.SECONDS, 200);

        TestOutput<Euros> out = harness.output(inEuros);
        input.record(new Payment("p1", "CHF", 10), 1);
        input.record(new Payment("p2", "USD", 10), 2);
        Rates.answer("USD", 0.5);
        harness.processingTime(1);
        assertThat(out.takeValues()).containsExactly(new Euros("p2", 5));
    }

    /** Leaves out what has no answer in time. */
    static final class OrNone extends RichAsyncFunction<Payment, Euros> {
        private static final long serialVersionUID = 1L;

        @Override
        public void asyncInvoke(Payment payment, ResultFuture<Euros> result) {}

        @Override
        public void timeout(Payment payment, ResultFuture<Euros> result) {
            result.complete(List.of());
        }
    }

    @Test
    void timeouts() {
        harness.withoutRestarts("a restore asks anew, with the whole time before it");
        TestOutput<Euros> out =
                harness.output(AsyncDataStream.orderedWait(payments, new OrNone(), 5, TimeUnit.SECONDS));
        input.record(new Payment("p1", "CHF", 10), 1);
        input.watermark(3);
        harness.processingTime(5_000);
        assertThat(out.take()).isEmpty();
        harness.processingTime(5_001);
        assertThat(out.take()).containsExactly(Element.watermark(3));
        assertThat(harness.operator().counter("async-timeouts")).isEqualTo(1);
    }

    @Test
    void retries() {
        harness.withoutRestarts("a restore asks anew, and counts from the first time");
        AsyncRetryStrategy<Euros> thrice = new ExponentialBackoffDelayRetryStrategyBuilder<Euros>(3, 100, 2_000, 2.0)
                .ifException(RetryPredicates.HAS_EXCEPTION_PREDICATE)
                .build();
        DataStream<Euros> inEuros =
                AsyncDataStream.orderedWaitWithRetry(payments, new AskRate(), 30, TimeUnit.SECONDS, 200, thrice);

        TestOutput<Euros> out = harness.output(inEuros);
        input.record(new Payment("p1", "CHF", 10), 1);
        long nowMs = 0;
        for (long pauseMs : new long[] {100, 200, 400}) {
            Rates.fail("CHF");
            harness.processingTime(nowMs);
            harness.processingTime(nowMs + pauseMs);
            assertThat(Rates.ASKED).isEmpty();
            nowMs += pauseMs + 1;
            harness.processingTime(nowMs);
        }
        Rates.answer("CHF", 2);
        harness.processingTime(nowMs);
        assertThat(out.takeValues()).containsExactly(new Euros("p1", 20));
    }

    @Test
    void byHand() {
        TestInput<Payment> payments = input;
        TestOutput<Euros> out =
                harness.output(AsyncDataStream.orderedWait(this.payments, new AskRate(), 5, TimeUnit.SECONDS));
        payments.record(new Payment("p1", "CHF", 10), 1).watermark(5);
        assertThat(out.take()).isEmpty();
        harness.restore(harness.snapshot());
        Rates.answer("CHF", 1.5);
        harness.processingTime(1);
        assertThat(out.take()).containsExactly(Element.record(new Euros("p1", 15), 1), Element.watermark(5));
    }

    @Test
    void whatHasItsAnswerIsNotAskedForAgainAndWhatHasNoneIs() {
        TestOutput<Euros> out =
                harness.output(AsyncDataStream.orderedWait(payments, new AskRate(), 5, TimeUnit.SECONDS));
        input.record(new Payment("p1", "CHF", 10), 1).record(new Payment("p2", "USD", 10), 2);
        Rates.answer("USD", 0.5);
        harness.processingTime(1);
        harness.restore(harness.snapshot());
        assertThat(Rates.ASKED).containsOnlyKeys("CHF");
        Rates.answer("CHF", 1.5);
        harness.processingTime(2);
        assertThat(out.takeValues()).containsExactly(new Euros("p1", 15), new Euros("p2", 5));
    }
}
