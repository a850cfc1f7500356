package io.tidemark.coordinator.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time: what is to happen when. Of two things at one time the one that was planned first happens first. */
final class Agenda {
    private record Item(long atMs, long order, Runnable action) {}

    private final PriorityQueue<Item> items =
            new PriorityQueue<>(Comparator.comparingLong(Item::atMs).thenComparingLong(Item::order));
    private long nowMs = 1_000_000;
    private long nextOrder;

    long nowMs() {
        return nowMs;
    }

    void in(long delayMs, Runnable action) {
        items.add(new Item(nowMs + delayMs, nextOrder++, action));
    }

    /** Does the next thing. */
    void step() {
        Item item = items.remove();
        nowMs = item.atMs;
        item.action.run();
    }
}
