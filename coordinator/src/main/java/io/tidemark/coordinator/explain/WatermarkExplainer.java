package io.tidemark.coordinator.explain;

import io.tidemark.network.proto.AnswerWait;
import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.OrderWait;
import io.tidemark.network.proto.SilentTask;
import io.tidemark.network.proto.SplitWatermark;
import io.tidemark.network.proto.WaitExplanation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One sentence for each operator that has not seen the end of event time: where its slowest subtask waits, and which source,
 * subtask and split that comes from, and why, with what to do. Pure: facts in, sentences out.
 */
public final class WatermarkExplainer {
    private static final long END = Long.MAX_VALUE;
    private static final int LONGEST_WAY = 64;

    private final WatermarkFacts facts;
    private final WaitWords words;
    private final long nowMs;

    private WatermarkExplainer(WatermarkFacts facts, long nowMs) {
        this.facts = facts;
        this.words = new WaitWords(nowMs);
        this.nowMs = nowMs;
    }

    /**
     * Explains all operators, in the order of the plan. Those that share a task with the one before them, of which the same
     * would be said, are left out unless they have timers or windows.
     *
     * @param silent tasks that did not answer
     */
    public static List<WaitExplanation> explain(
            List<OperatorWatermark> operators, List<SilentTask> silent, long nowMs) {
        WatermarkFacts facts = new WatermarkFacts(operators, silent);
        WatermarkExplainer explainer = new WatermarkExplainer(facts, nowMs);
        Map<Integer, List<OperatorWatermark>> byNode = facts.operators().stream()
                .collect(Collectors.groupingBy(OperatorWatermark::getNode, TreeMap::new, Collectors.toList()));
        List<WaitExplanation> waits = new ArrayList<>();
        for (List<OperatorWatermark> subtasks : byNode.values()) {
            slowest(subtasks)
                    .filter(WatermarkExplainer::isWorthExplaining)
                    .map(slowest -> explainer.explain(slowest, subtasks))
                    .ifPresent(waits::add);
        }
        return waits;
    }

    /**
     * Explains one subtask, be it the slowest or not.
     *
     * @param operators all there are
     * @return nothing when it is not among them, or has seen the end of event time
     */
    static Optional<WaitExplanation> explain(
            int node, int subtask, List<OperatorWatermark> operators, List<SilentTask> silent, long nowMs) {
        WatermarkFacts facts = new WatermarkFacts(operators, silent);
        List<OperatorWatermark> subtasks = facts.operators().stream()
                .filter(operator -> operator.getNode() == node)
                .toList();
        return subtasks.stream()
                .filter(operator -> operator.getSubtask() == subtask && operator.getWatermark() != END)
                .findFirst()
                .map(operator -> new WatermarkExplainer(facts, nowMs).explain(operator, subtasks));
    }

    /** Of those that count; if all are idle, of all. */
    private static Optional<OperatorWatermark> slowest(List<OperatorWatermark> subtasks) {
        return subtasks.stream()
                .filter(operator -> operator.getWatermark() != END)
                .min(Comparator.comparing(OperatorWatermark::getIdle)
                        .thenComparingLong(OperatorWatermark::getWatermark)
                        .thenComparingInt(OperatorWatermark::getSubtask));
    }

    private static boolean isWorthExplaining(OperatorWatermark operator) {
        return operator.getChannelsCount() > 0 || operator.getMakesEventTime() || hasOpenWork(operator);
    }

    /** Whether something is to happen at some event time. Facts of an old worker do not say. */
    static boolean hasOpenWork(OperatorWatermark operator) {
        return operator.getChainedFromCount() > 0 && operator.getNextDue() != END && operator.getNextDue() != 0;
    }

    private WaitExplanation explain(OperatorWatermark operator, List<OperatorWatermark> subtasks) {
        boolean isSlowest =
                slowest(subtasks).filter(slowest -> slowest == operator).isPresent();
        Finding finding = operator.getIdle() && !operator.getDrivenByIdleClock() ? idle(operator) : find(operator);
        String subject = operator.getName()
                + (subtasks.size() == 1
                        ? ""
                        : " (subtask " + (operator.getSubtask() + 1) + " of " + subtasks.size()
                                + (isSlowest ? ", the slowest)" : ")"));
        return WaitExplanation.newBuilder()
                .setNode(operator.getNode())
                .setOperator(operator.getName())
                .setSubtask(operator.getSubtask())
                .setWatermark(operator.getWatermark())
                .setCause(finding.cause().name())
                .setOrigin(finding.origin())
                .setOriginSubtask(finding.originSubtask())
                .setSplit(finding.split())
                .setSentence(subject + position(operator, finding.cause()) + ": " + finding.words() + ".")
                .build();
    }

    private static String position(OperatorWatermark operator, WaitCause cause) {
        boolean hasNone = operator.getWatermark() == Long.MIN_VALUE;
        if (hasNone) {
            return " waits for its first watermark";
        }
        boolean goesOn = cause == WaitCause.FOLLOWS || cause == WaitCause.IDLE_CLOCK;
        return (goesOn ? " is at " : " waits at ") + EventTimes.text(operator.getWatermark());
    }

    /** A sentence for each subtask whose input has ended and that waits for timers by the wall clock. */
    public static List<String> timersAtEnd(List<OperatorWatermark> operators, long nowMs) {
        WaitWords words = new WaitWords(nowMs);
        return operators.stream()
                .filter(OperatorWatermark::hasTimerWait)
                .map(operator -> words.timerWait(operator) + ".")
                .toList();
    }

    /** A sentence for each task that did not answer. */
    public static List<String> explain(List<SilentTask> silent) {
        return silent.stream().map(task -> WaitWords.inOneCall(task) + ".").toList();
    }

    // ------------------------------------------------------------------------------------ the way up

    private Finding find(OperatorWatermark start) {
        List<OperatorWatermark> passed = new ArrayList<>();
        Finding finding = follow(start, passed);
        if (finding.cause() != WaitCause.BACKPRESSURE) {
            return finding;
        }
        List<OperatorWatermark> waiting = passed.stream()
                .filter(operator -> operator.getOrderWait().getHoldsOthersUp())
                .toList();
        if (waiting.isEmpty() || !isHeldUpInOrder(passed.get(passed.size() - 1))) {
            return finding;
        }
        // Who is waited for does not get on because of who waits.
        OperatorWatermark waits = waiting.get(waiting.size() - 1);
        return finding(WaitCause.ORDER_WAIT, waits, "", words.orderWait(waits));
    }

    /** Whether a deterministic task, this one or that at the end of the back-pressure, takes nothing since it waits for another input. */
    private boolean isHeldUpInOrder(OperatorWatermark start) {
        if (start.getOrderWait().getHoldsOthersUp()) {
            return true;
        }
        Optional<OperatorWatermark> blocked = Optional.of(start);
        for (int step = 0; step < LONGEST_WAY && blocked.isPresent(); step++) {
            OperatorWatermark operator = blocked.get();
            List<OperatorWatermark> consumers = facts.consumers(operator);
            if (consumers.stream().anyMatch(consumer -> holdsUp(consumer, operator))) {
                return true;
            }
            blocked = mostBlocked(consumers);
        }
        return false;
    }

    /** One that waits for just this channel of this operator does not hold it up. */
    private static boolean holdsUp(OperatorWatermark consumer, OperatorWatermark operator) {
        OrderWait wait = consumer.getOrderWait();
        boolean isAwaited =
                wait.getProducerVertex() == operator.getVertex() && wait.getProducerSubtask() == operator.getSubtask();
        return wait.getHoldsOthersUp() && WatermarkFacts.channels(operator, consumer) > (isAwaited ? 1 : 0);
    }

    /** @param passed takes the operators on the way, the one that the finding is about last */
    private Finding follow(OperatorWatermark start, List<OperatorWatermark> passed) {
        OperatorWatermark operator = start;
        for (int step = 0; step < LONGEST_WAY; step++) {
            passed.add(operator);
            if (operator.getMakesEventTime()) {
                return maker(operator);
            }
            Optional<OperatorWatermark> parent = facts.chainedParent(operator);
            if (parent.isPresent()) {
                if (holdsForAnswers(parent.get())) {
                    return answerWait(parent.get(), passed);
                }
                operator = parent.get();
                continue;
            }
            int heldBackBy = operator.getHeldBackBy();
            if (heldBackBy < 0 || heldBackBy >= operator.getChannelsCount()) {
                return operator.getChannelsCount() == 0
                        ? Finding.unknown(WaitWords.subtask(operator) + " does not say what it waits for")
                        : idle(operator);
            }
            ChannelWatermark channel = operator.getChannels(heldBackBy);
            Optional<OperatorWatermark> producer = facts.producer(channel);
            if (producer.isEmpty()) {
                return gone(channel);
            }
            if (holdsForAnswers(producer.get())) {
                return answerWait(producer.get(), passed);
            }
            if (isOnItsWay(operator, channel, producer.get())) {
                return new Finding(
                        WaitCause.BACKPRESSURE,
                        operator.getName(),
                        operator.getSubtask(),
                        "",
                        WaitWords.onItsWay(producer.get(), bottleneck(operator, LONGEST_WAY)));
            }
            operator = producer.get();
        }
        return Finding.unknown("the way to its sources is longer than " + LONGEST_WAY + " operators");
    }

    /** A wait that has only begun is what such an operator does all the time. */
    private static boolean holdsForAnswers(OperatorWatermark operator) {
        AnswerWait wait = operator.getAnswerWait();
        return wait.getHoldsEventTime() && wait.getWaitedMs() >= GeneratorDiagnosis.RECENT_MS;
    }

    private static Finding answerWait(OperatorWatermark operator, List<OperatorWatermark> passed) {
        passed.add(operator);
        return finding(WaitCause.ANSWER_WAIT, operator, "", WaitWords.answerWait(operator));
    }

    /** Facts of two tasks are never of one moment, so only a difference that stays says something. */
    private boolean isOnItsWay(OperatorWatermark operator, ChannelWatermark channel, OperatorWatermark producer) {
        long lastMovedMs = Math.max(operator.getAdvancedAtMs(), operator.getOpenedAtMs());
        boolean stands = lastMovedMs > 0 && nowMs - lastMovedMs >= GeneratorDiagnosis.RECENT_MS;
        boolean producerHasStood = nowMs - producer.getAdvancedAtMs() >= GeneratorDiagnosis.RECENT_MS / 2;
        return stands
                && !channel.getEnded()
                && producer.getWatermark() > channel.getWatermark()
                && (producerHasStood
                        || GeneratorDiagnosis.isBlocked(producer)
                        || GeneratorDiagnosis.isBlocked(operator));
    }

    private Finding gone(ChannelWatermark channel) {
        String producer = WaitWords.subtask(channel.getProducerName(), channel.getProducerSubtask());
        return facts.silentTask(channel.getProducerVertex(), channel.getProducerSubtask())
                .map(silent -> new Finding(
                        WaitCause.IN_ONE_CALL,
                        silent.getName(),
                        silent.getSubtask(),
                        "",
                        WaitWords.inOneCall(silent) + "; nothing else of that task goes on meanwhile"))
                .orElseGet(() -> new Finding(
                        WaitCause.UNKNOWN,
                        channel.getProducerName(),
                        channel.getProducerSubtask(),
                        "",
                        producer + " is at " + WaitWords.time(channel.getWatermark())
                                + ", and its worker has not answered"));
    }

    private Finding idle(OperatorWatermark operator) {
        return new Finding(
                WaitCause.ALL_IDLE,
                operator.getName(),
                operator.getSubtask(),
                "",
                operator.getMakesEventTime()
                        ? WaitWords.place(operator, "") + " is idle, and event time goes on with its next record"
                        : "all its inputs are idle or have ended, and event time goes on with the next record of one");
    }

    private Finding maker(OperatorWatermark operator) {
        if (operator.getDrivenByIdleClock()) {
            return finding(
                    WaitCause.IDLE_CLOCK,
                    operator,
                    "",
                    WaitWords.place(operator, "")
                            + " is driven by idle clock: no split of it has records, and its event"
                            + " time follows the wall clock instead");
        }
        if (operator.getAwaitsSplits()) {
            return finding(WaitCause.AWAITS_SPLITS, operator, "", words.awaitsSplits(operator));
        }
        Optional<SplitWatermark> slowest = WatermarkFacts.slowestGenerator(operator);
        if (slowest.isEmpty()) {
            return operator.getIdle()
                    ? idle(operator)
                    : finding(
                            WaitCause.UNKNOWN,
                            operator,
                            "",
                            WaitWords.place(operator, "") + " reads no split at the moment");
        }
        SplitWatermark generator = slowest.get();
        WaitCause cause = new GeneratorDiagnosis(operator, generator, nowMs).cause();
        if (cause == WaitCause.BACKPRESSURE) {
            String text = WaitWords.blocked(operator, bottleneck(operator, LONGEST_WAY));
            return finding(cause, operator, generator.getSplit(), text);
        }
        if (generator.getRecords() == 0
                && (cause == WaitCause.SPLIT_EMPTY || cause == WaitCause.SPLIT_SILENT)
                && !operator.getSource()) {
            Optional<OperatorWatermark> source = sourceWithoutSplits(operator);
            if (source.isPresent()) {
                return finding(
                        WaitCause.SUBTASK_WITHOUT_SPLITS, operator, "", words.withoutSplits(operator, source.get()));
            }
        }
        if (cause == WaitCause.ALIGNMENT_PAUSE) {
            return finding(
                    cause, operator, generator.getSplit(), words.paused(operator, generator, slowest(generator)));
        }
        return finding(cause, operator, generator.getSplit(), words.generator(cause, operator, generator));
    }

    /** What is to be said of the one that a paused split waits for; empty when it is not known. */
    private String slowest(SplitWatermark paused) {
        Optional<OperatorWatermark> slowest =
                facts.slowestOfGroup(paused.getPaused().getGroup());
        if (slowest.isEmpty()) {
            return "";
        }
        OperatorWatermark reader = slowest.get();
        boolean isPausedItself = WatermarkFacts.slowestGenerator(reader)
                .filter(SplitWatermark::hasPaused)
                .isPresent();
        // Facts of two readers are not of one moment.
        return isPausedItself
                ? WaitWords.place(reader, "") + " is at " + WaitWords.time(reader.getWatermark())
                : maker(reader).words();
    }

    private static Finding finding(WaitCause cause, OperatorWatermark operator, String split, String text) {
        return new Finding(cause, operator.getName(), operator.getSubtask(), split, text);
    }

    /** The source that feeds an operator alone and reads nothing, if it is so. */
    private Optional<OperatorWatermark> sourceWithoutSplits(OperatorWatermark operator) {
        OperatorWatermark at = operator;
        for (int step = 0; step < LONGEST_WAY; step++) {
            if (at.getSource()) {
                return at.getSplitsCount() == 0 ? Optional.of(at) : Optional.empty();
            }
            Optional<OperatorWatermark> parent = facts.chainedParent(at);
            if (parent.isEmpty() && at.getChannelsCount() == 1) {
                parent = facts.producer(at.getChannels(0));
            }
            if (parent.isEmpty()) {
                return Optional.empty();
            }
            at = parent.get();
        }
        return Optional.empty();
    }

    // ------------------------------------------------------------------------------------ the way down

    /** Who does not take its records, seen from an operator whose output or input is full. */
    private String bottleneck(OperatorWatermark operator, int stepsLeft) {
        if (!GeneratorDiagnosis.isBlocked(operator) || stepsLeft == 0) {
            return WaitWords.slow(slowIn(operator));
        }
        List<OperatorWatermark> consumers = facts.consumers(operator);
        Optional<OperatorWatermark> blocked = mostBlocked(consumers);
        if (blocked.isPresent()) {
            return bottleneck(blocked.get(), stepsLeft - 1);
        }
        if (!facts.silentTasks().isEmpty()) {
            return WaitWords.inOneCall(facts.silentTasks().get(0));
        }
        // Which of several it is shows in what it holds least back: the one furthest behind in event time.
        return consumers.stream()
                .min(Comparator.comparingLong(OperatorWatermark::getWatermark))
                .map(this::slowIn)
                .map(WaitWords::slow)
                .orElse("what it writes to takes its records more slowly than they come");
    }

    private static Optional<OperatorWatermark> mostBlocked(List<OperatorWatermark> operators) {
        return operators.stream()
                .max(Comparator.comparingInt(OperatorWatermark::getBlockedPercent))
                .filter(GeneratorDiagnosis::isBlocked);
    }

    /** Who it is in a task that takes its records slowly: one that waits for answers, else it is told of the head. */
    private OperatorWatermark slowIn(OperatorWatermark operator) {
        return facts.operators().stream()
                .filter(one -> one.getVertex() == operator.getVertex() && one.getSubtask() == operator.getSubtask())
                .filter(OperatorWatermark::hasAnswerWait)
                .findFirst()
                .orElseGet(() -> head(operator));
    }

    private OperatorWatermark head(OperatorWatermark operator) {
        return facts.operator(operator.getVertex(), operator.getSubtask()).orElse(operator);
    }

    // ------------------------------------------------------------------------------------ origins

    /** The operators with the origin of each of their channels: which source or generator, subtask and split is behind it. */
    public static List<OperatorWatermark> withOrigins(List<OperatorWatermark> operators, List<SilentTask> silent) {
        return new Origins(new WatermarkFacts(operators, silent)).fill(operators);
    }
}
