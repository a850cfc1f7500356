package io.tidemark.coordinator.simulation;

import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobOrders;
import io.tidemark.coordinator.job.JobPolicy;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.job.Order;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A whole cluster under one seed: the real decisions of the coordinator, workers that keep their contract, and a world
 * that does its worst for a while and then lets everybody finish. Rules are checked wherever something becomes visible:
 * at each write, each deployment, each completion, each commit, each end.
 */
final class Simulation {
    static final int KEY_GROUPS = 128;
    private static final long PATIENCE_MS = 200_000;

    private final Random random;
    private final Agenda agenda = new Agenda();
    private final SimNetwork network;
    private final World world;
    private final int parallelism;
    private final long rounds;
    private final Map<String, SimWorker> workers = new LinkedHashMap<>();
    private final Map<String, JobSpec> jobs = new LinkedHashMap<>();
    private SimCoordinator coordinator;

    private boolean faulty = true;
    private final double diskFailureRate;
    private final double userFailureRate;
    private int userFailuresLeft;
    private String toCancel = "";
    private boolean drainAsked;
    private int requests;
    private final int slotsInAll;

    Simulation(long seed, boolean traced) {
        random = new Random(seed);
        // The first numbers of neighbouring seeds are alike.
        for (int i = 0; i < 20; i++) {
            random.nextInt();
        }
        network = new SimNetwork(agenda, random);
        parallelism = 1 + random.nextInt(3);
        rounds = 20 + random.nextInt(150);
        world = new World(agenda, parallelism, traced);
        diskFailureRate = random.nextInt(3) == 0 ? 0.05 : 0;
        userFailureRate = random.nextInt(3) == 0 ? 0.02 : 0;
        userFailuresLeft = 3;
        int slots = 1 + random.nextInt(3);
        int count = Math.max(2, (parallelism + slots - 1) / slots) + random.nextInt(2);
        for (int i = 1; i <= count; i++) {
            workers.put("w" + i, new SimWorker(this, "w" + i, slots));
        }
        slotsInAll = count * slots;
        int jobCount = random.nextInt(4) == 0 ? 2 : 1;
        for (int i = 1; i <= jobCount; i++) {
            jobs.put("job" + i, spec("job" + i));
        }
        double[] drops = {0, 0, 0.01, 0.1};
        network.faults(
                drops[random.nextInt(drops.length)],
                drops[random.nextInt(drops.length)],
                random.nextBoolean() ? 20 : 600);
    }

    private JobSpec spec(String jobId) {
        JobPolicy policy = new JobPolicy(
                new CheckpointTiming(
                        random.nextInt(4) == 0 ? 0 : 100 + random.nextInt(400),
                        random.nextInt(3) == 0 ? random.nextInt(500) : 0,
                        800 + random.nextInt(2_000),
                        random.nextInt(3) == 0 ? 1 + random.nextInt(200) : 0),
                random.nextInt(2) * 3,
                1 + random.nextInt(3),
                -1,
                3,
                100,
                2_000,
                3_000,
                20_000);
        return new JobSpec(
                jobId,
                0,
                ExecutionGraph.of(Plans.sourceToSink(parallelism).toBuilder()
                        .setMaxParallelism(KEY_GROUPS)
                        .putConfiguration("parallelism.default", Integer.toString(parallelism))
                        .build()),
                "",
                0,
                "/checkpoints",
                policy);
    }

    Agenda agenda() {
        return agenda;
    }

    Random random() {
        return random;
    }

    SimNetwork network() {
        return network;
    }

    World world() {
        return world;
    }

    int parallelism() {
        return parallelism;
    }

    long rounds() {
        return rounds;
    }

    SimCoordinator coordinator() {
        return coordinator;
    }

    SimWorker worker(String workerId) {
        return workers.get(workerId);
    }

    boolean chance(double probability) {
        return faulty && random.nextDouble() < probability;
    }

    boolean diskFails() {
        return chance(diskFailureRate);
    }

    /** Now and then a disk hangs for longer than anybody's patience. */
    long diskDelayMs() {
        return chance(diskFailureRate / 3) ? random.nextInt(4_000) : 1 + random.nextInt(10);
    }

    boolean userCodeFails() {
        return userFailuresLeft > 0 && chance(userFailureRate) && userFailuresLeft-- > 0;
    }

    /** Lives through it; throws an AssertionError when a rule is broken. */
    void run() {
        coordinator = new SimCoordinator(this, jobs);
        workers.values().forEach(worker -> agenda.in(random.nextInt(500), worker::start));
        jobs.values().forEach(job -> agenda.in(random.nextInt(1_000), () -> submit(job)));
        long faultsEndMs = agenda.nowMs() + 2_000 + random.nextInt(12_000);
        if (random.nextInt(5) != 0) {
            agenda.in(random.nextInt(2_000), this::fault);
        }
        if (random.nextInt(6) == 0) {
            toCancel = "job1";
            agenda.in(random.nextInt(8_000), this::cancel);
        }
        if (random.nextInt(2) == 0) {
            agenda.in(random.nextInt(2_000), this::request);
        }
        while (agenda.nowMs() < faultsEndMs) {
            agenda.step();
        }
        heal();
        long deadlineMs = agenda.nowMs() + PATIENCE_MS;
        while (!allOver()) {
            if (agenda.nowMs() >= deadlineMs) {
                throw new AssertionError("not over " + PATIENCE_MS + " ms after the last fault: " + states());
            }
            agenda.step();
        }
        long quietMs = agenda.nowMs() + 10_000;
        while (agenda.nowMs() < quietMs) {
            agenda.step();
        }
        checkEnd();
    }

    private void submit(JobSpec job) {
        if (world.facts().containsKey(job.jobId())) {
            return;
        }
        if (coordinator != null
                && coordinator.isAlive()
                && coordinator.master().job(job.jobId()).isEmpty()) {
            coordinator.submit(job);
        }
        // The user tries again until it is taken on.
        agenda.in(2_000, () -> submit(job));
    }

    /** Somebody asks something of a job that may or may not be able to do it. */
    private void request() {
        String token = "request-" + ++requests;
        String jobId = new ArrayList<>(jobs.keySet()).get(random.nextInt(jobs.size()));
        Order order;
        switch (random.nextInt(8)) {
            case 0 -> order = Order.stop(token, "/savepoints", false);
            case 1 -> {
                order = Order.stop(token, "/savepoints", true);
                drainAsked = true;
            }
            case 2, 3, 4 -> order = Order.savepoint(token, "/savepoints");
            default -> order = Order.rescale(token, 1 + random.nextInt(Math.min(4, slotsInAll)), random.nextBoolean());
        }
        if (coordinator != null && coordinator.isAlive()) {
            world.trace("the user asks of %s: %s", jobId, order);
            int slotsThere = coordinator.master().slotsThere(jobId);
            coordinator.master().jobEvent(jobId, new Event.Asked(order, slotsThere), agenda.nowMs());
        }
        agenda.in(random.nextInt(3_000), this::request);
    }

    private void cancel() {
        JobFacts facts = world.facts().get(toCancel);
        if (facts != null
                && (facts.status() == JobStatus.CANCELLING || facts.status().isTerminal())) {
            return;
        }
        if (coordinator != null && coordinator.isAlive()) {
            world.trace("the user cancels %s", toCancel);
            coordinator.master().cancel(toCancel, agenda.nowMs());
        }
        agenda.in(1_000, this::cancel);
    }

    // ------------------------------------------------------------------------------------------ faults

    private void fault() {
        if (!faulty) {
            return;
        }
        List<SimWorker> all = new ArrayList<>(workers.values());
        SimWorker worker = all.get(random.nextInt(all.size()));
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                if (worker.isUp()) {
                    worker.crash();
                    agenda.in(random.nextInt(4_000), () -> {
                        if (!worker.isUp()) {
                            worker.start();
                        }
                    });
                }
            }
            case 2 -> {
                if (coordinator.isAlive()) {
                    coordinator.crash();
                    agenda.in(random.nextInt(3_000), this::startCoordinator);
                }
            }
            case 3 -> cut(worker.workerId(), SimCoordinator.NAME);
            case 4 -> cut(worker.workerId(), all.get(random.nextInt(all.size())).workerId());
            default -> {
                if (worker.isUp() && !worker.isPaused()) {
                    worker.pause();
                    agenda.in(500 + random.nextInt(5_000), () -> {
                        if (worker.isPaused()) {
                            worker.resume();
                        }
                    });
                }
            }
        }
        agenda.in(random.nextInt(3_000), this::fault);
    }

    private void cut(String a, String b) {
        world.trace("cut between %s and %s", a, b);
        network.cut(a, b);
        agenda.in(200 + random.nextInt(5_000), () -> network.mend(a, b));
    }

    private void startCoordinator() {
        if (!coordinator.isAlive()) {
            coordinator = new SimCoordinator(this, jobs);
        }
    }

    private void heal() {
        faulty = false;
        world.trace("all faults end");
        network.mendAll();
        network.faults(0, 0, 20);
        startCoordinator();
        for (SimWorker worker : workers.values()) {
            if (!worker.isUp()) {
                worker.start();
            } else if (worker.isPaused()) {
                worker.resume();
            }
        }
    }

    // --------------------------------------------------------------------------------------------- end

    private boolean allOver() {
        for (String jobId : jobs.keySet()) {
            JobFacts facts = world.facts().get(jobId);
            if (facts == null
                    || !facts.status().isTerminal()
                    || coordinator.master().job(jobId).isPresent()) {
                return false;
            }
        }
        return true;
    }

    private String states() {
        StringBuilder states = new StringBuilder();
        for (String jobId : jobs.keySet()) {
            states.append(jobId).append(" durable ").append(world.facts().get(jobId));
            coordinator
                    .master()
                    .job(jobId)
                    .ifPresent(job -> states.append(", is ").append(job.state()));
            states.append("; ");
        }
        return states.toString();
    }

    private void checkOutput(String jobId, JobOrders orders) {
        int sinks = orders.parallelism() == 0 ? parallelism : orders.parallelism();
        if (!orders.savepoint().isEmpty()) {
            World.check(
                    world.isAsOf(jobId, sinks, orders.savepoint()),
                    "%s was stopped and its output is not that of %s",
                    jobId,
                    orders.savepoint());
        } else if (drainAsked) {
            World.check(world.isEven(jobId, sinks), "%s was drained and its sinks differ", jobId);
        } else {
            World.check(world.isComplete(jobId, sinks, rounds), "%s is FINISHED and its output is not complete", jobId);
        }
    }

    /** Everything is answered, and a stop with the very savepoint that the output is as of. */
    private static void checkOrders(String jobId, JobFacts facts) {
        for (Order order : facts.orders().asked()) {
            World.check(!order.isOpen(), "%s has ended and %s has no answer", jobId, order);
            if (order.kind() == Order.Kind.STOP && order.state() == Order.State.DONE) {
                World.check(
                        order.location().equals(facts.orders().savepoint())
                                && facts.status() == JobStatus.FINISHED
                                && !order.location().isEmpty(),
                        "%s was told %s, and ended %s with %s",
                        jobId,
                        order,
                        facts.status(),
                        facts.orders().savepoint());
            }
        }
    }

    private void checkEnd() {
        for (String jobId : jobs.keySet()) {
            checkOrders(jobId, world.facts().get(jobId));
            JobStatus status = world.facts().get(jobId).status();
            if (status == JobStatus.FINISHED) {
                checkOutput(jobId, world.facts().get(jobId).orders());
            } else {
                World.check(
                        status == JobStatus.CANCELLED && jobId.equals(toCancel),
                        "%s is %s: %s",
                        jobId,
                        status,
                        world.facts().get(jobId).failure());
            }
            int retained = jobs.get(jobId).policy().retainedCheckpoints();
            World.check(
                    world.manifests(jobId).size() <= retained,
                    "%s manifests are left, %s are to be kept",
                    world.manifests(jobId).size(),
                    retained);
        }
        for (SimWorker worker : workers.values()) {
            World.check(worker.tasks().isEmpty(), "%s still has %s", worker.workerId(), worker.tasks());
        }
        for (var info : coordinator.master().workerInfos(agenda.nowMs())) {
            World.check(info.getFreeSlots() == info.getSlots(), "slots of %s are held by nobody", info.getWorkerId());
        }
        World.check(coordinator.master().workerInfos(agenda.nowMs()).size() == workers.size(), "a worker is missing");
    }
}
