package io.tidemark.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Ledger ledger = new Ledger(JobFacts.fresh());

    private Effect.Persist change() {
        ledger.set(ledger.facts().checkpointIdUsed());
        return ledger.record();
    }

    @Test
    void aChangeIsDurableOnceItsVersionIsAndNotBefore() {
        Effect.Persist first = change();
        assertThat(ledger.isDurable(first.version())).isFalse();
        assertThat(ledger.durable()).isEqualTo(JobFacts.fresh());
        ledger.persisted(first.version());
        assertThat(ledger.isDurable(first.version())).isTrue();
        assertThat(ledger.durable()).isEqualTo(first.facts());
    }

    @Test
    void whatWasChangedSinceIsNotDurableWithIt() {
        Effect.Persist first = change();
        Effect.Persist second = change();
        ledger.persisted(first.version());
        assertThat(ledger.durable()).isEqualTo(first.facts()).isNotEqualTo(ledger.facts());
        ledger.persisted(second.version());
        ledger.persisted(first.version());
        assertThat(ledger.durable()).as("an old word changes nothing").isEqualTo(second.facts());
    }

    @Test
    void aRecordThatFailedIsTriedAgainOnceAfterASecond() {
        Effect.Persist change = change();
        ledger.failed(5_000);
        assertThat(ledger.again(5_999)).isEmpty();
        assertThat(ledger.again(6_000)).contains(change);
        assertThat(ledger.again(7_000)).isEmpty();
    }

    @Test
    void aRecordThatFailedIsNotTriedAgainOnceANewerOneIsDurable() {
        change();
        ledger.failed(5_000);
        ledger.persisted(change().version());
        assertThat(ledger.again(60_000)).isEmpty();
    }
}
