package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.checkpoint.store.StoreRun.Action;
import io.tidemark.checkpoint.store.StoreRun.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.ShrinkingMode;

class StoreModelTest {
    @Provide
    Arbitrary<List<Step>> runs() {
        Arbitrary<Action> actions = Arbitraries.of(Action.class);
        Arbitrary<Integer> keys = Arbitraries.integers().between(0, StoreRun.FEW_KEYS - 1);
        Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 40);
        return Combinators.combine(actions, keys, numbers)
                .as(Step::new)
                .list()
                .ofMaxSize(300)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    @Provide
    Arbitrary<Long> budgets() {
        return Arbitraries.of(0L, 1_000L, 5_000L, 1L << 30);
    }

    @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
    void a_store_holds_what_plain_maps_hold_whatever_is_spilled_frozen_and_restored(
            @ForAll KeyKind keyKind,
            @ForAll("budgets") long budget,
            @ForAll boolean sorted,
            @ForAll("runs") List<Step> steps)
            throws Exception {
        int handlesBefore = NativeHandles.open();
        try (TestStores stores = new TestStores(keyKind)) {
            stores.sortedFrom = sorted ? 1 : SortedFiles.MIN_ENTRIES;
            new StoreRun(stores, new CacheBudget(budget), StoreRun.FEW_KEYS, new OneThread())
                    .run(steps, Integer.MAX_VALUE);
        }
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }
}
