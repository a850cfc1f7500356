package io.tidemark.coordinator.simulation;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Carries messages between processes: late, twice, out of order, or not at all. */
final class SimNetwork {
    private final Agenda agenda;
    private final Random random;
    private final Set<String> cuts = new HashSet<>();
    private double dropRate;
    private double duplicateRate;
    private int maxDelayMs = 20;

    SimNetwork(Agenda agenda, Random random) {
        this.agenda = agenda;
        this.random = random;
    }

    void faults(double drops, double duplicates, int delayMs) {
        dropRate = drops;
        duplicateRate = duplicates;
        maxDelayMs = delayMs;
    }

    void cut(String a, String b) {
        cuts.add(pair(a, b));
    }

    void mend(String a, String b) {
        cuts.remove(pair(a, b));
    }

    void mendAll() {
        cuts.clear();
    }

    boolean isCut(String a, String b) {
        return !a.equals(b) && cuts.contains(pair(a, b));
    }

    long delayMs() {
        // Mostly quick, now and then slow: that is what reorders.
        return random.nextInt(8) == 0 ? random.nextInt(maxDelayMs + 1) : random.nextInt(3);
    }

    void send(String from, String to, Runnable delivery) {
        deliver(from, to, delivery);
        if (random.nextDouble() < duplicateRate) {
            deliver(from, to, delivery);
        }
    }

    private void deliver(String from, String to, Runnable delivery) {
        if (random.nextDouble() < dropRate) {
            return;
        }
        agenda.in(delayMs(), () -> {
            if (!isCut(from, to)) {
                delivery.run();
            }
        });
    }

    private static String pair(String a, String b) {
        return a.compareTo(b) < 0 ? a + "|" + b : b + "|" + a;
    }
}
