package io.tidemark.worker.chain;

import io.tidemark.api.watermark.InvalidWatermarkException;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.api.watermark.WatermarkHandlingStrategy;
import io.tidemark.checkpoint.proto.DeclaredInput;
import io.tidemark.checkpoint.proto.DeclaredOutput;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.network.gate.WatermarkCombiner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The declared watermarks of one operator: what came on each input, what of that goes on, and what was sent last. Pure. An
 * equal value is nothing new on the way in and on the way out, so that it makes no difference whether operators are chained.
 *
 * <p>Of several inputs their combination goes on, without what the operator polled.
 */
final class NodeWatermarks {
    private final Map<String, WatermarkDeclaration> declarations;
    private final int inputs;

    /** By input and identifier. */
    private final List<SortedMap<String, Received>> received = new ArrayList<>();

    /** By identifier, over the inputs; empty when there is one. */
    private final SortedMap<String, WatermarkCombiner> combined = new TreeMap<>();

    private final SortedMap<String, Long> sent = new TreeMap<>();
    private final boolean[] endedInputs;

    /** @param atMs when it came; 0 when it was restored */
    record Received(long value, long atMs) {}

    /** @param declarations of the whole job, by identifier */
    NodeWatermarks(Map<String, WatermarkDeclaration> declarations, int inputs) {
        this.declarations = declarations;
        this.inputs = inputs;
        this.endedInputs = new boolean[inputs];
        for (int input = 0; input < inputs; input++) {
            received.add(new TreeMap<>());
        }
    }

    // ------------------------------------------------------------------------------------ on the way in

    /** An input has a value; returns whether the operator is to be told, as it is the first or another one than before. */
    boolean receive(int input, WatermarkDeclaration declaration, long value, long nowMs) {
        Received earlier = received.get(input).put(declaration.getIdentifier(), new Received(value, nowMs));
        if (earlier == null || earlier.value != value) {
            return true;
        }
        received.get(input).put(declaration.getIdentifier(), earlier);
        return false;
    }

    /** The operator was told a value that it {@linkplain #receive received}; returns what goes on, if anything does. */
    OptionalLong handled(int input, WatermarkDeclaration declaration, long value, WatermarkHandlingResult result) {
        if (declaration.getDefaultHandlingStrategy() == WatermarkHandlingStrategy.IGNORE) {
            return OptionalLong.empty();
        }
        boolean polled = result == WatermarkHandlingResult.POLL;
        if (inputs == 1) {
            return polled ? OptionalLong.empty() : OptionalLong.of(value);
        }
        WatermarkCombiner combiner = combiner(declaration);
        boolean comesOut = polled ? combiner.onUncounted(input) : combiner.onValue(input, value, 0);
        return comesOut ? OptionalLong.of(combiner.combination()) : OptionalLong.empty();
    }

    private WatermarkCombiner combiner(WatermarkDeclaration declaration) {
        return combined.computeIfAbsent(declaration.getIdentifier(), identifier -> {
            WatermarkCombiner made = new WatermarkCombiner(declaration, inputs);
            for (int input = 0; input < inputs; input++) {
                if (endedInputs[input]) {
                    made.restoreEnd(input);
                }
            }
            return made;
        });
    }

    /** Nothing follows on an input; returns what goes on because of that. */
    SortedMap<String, Long> onEnd(int input) {
        endedInputs[input] = true;
        SortedMap<String, Long> goOn = new TreeMap<>();
        combined.forEach((identifier, combiner) -> {
            if (combiner.onEnd(input)) {
                goOn.put(identifier, combiner.combination());
            }
        });
        return goOn;
    }

    // ------------------------------------------------------------------------------------ on the way out

    WatermarkDeclaration declaration(String identifier) {
        return declarations.get(identifier);
    }

    /**
     * The declaration of a watermark that is emitted.
     *
     * @throws InvalidWatermarkException when there is none, naming those that there are
     */
    WatermarkDeclaration declarationOf(Watermark watermark) {
        String identifier = watermark.getIdentifier();
        WatermarkDeclaration declaration = declarations.get(identifier);
        if (declaration != null) {
            return declaration;
        }
        if (identifier.startsWith(WatermarkDeclarations.RESERVED_PREFIX)) {
            throw new InvalidWatermarkException("Watermark \"" + identifier
                    + "\" is event time, which no function emits; give the stream a WatermarkStrategy with"
                    + " assignTimestampsAndWatermarks.");
        }
        throw new InvalidWatermarkException("Watermark \"" + identifier + "\" is not declared; "
                + (declarations.isEmpty()
                        ? "the job declares none"
                        : "the job declares " + String.join(", ", declarations.keySet()))
                + ". Return its declaration from declareWatermarks of the function or source.");
    }

    /** Whether a value is to be sent: it is the first or another one than was sent last. */
    boolean send(WatermarkDeclaration declaration, long value) {
        Long earlier = sent.put(declaration.getIdentifier(), value);
        return earlier == null || earlier != value;
    }

    /** By identifier what was sent last. */
    SortedMap<String, Long> sent() {
        return sent;
    }

    /**
     * What came on an input and was sent.
     *
     * @param input -1 for what is sent and was not received
     */
    record Fact(
            int input, WatermarkDeclaration declaration, OptionalLong received, long receivedAtMs, OptionalLong sent) {}

    /** By input and identifier; then what is only sent. */
    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        SortedMap<String, Long> onlySent = new TreeMap<>(sent);
        for (int input = 0; input < inputs; input++) {
            for (Map.Entry<String, Received> entry : received.get(input).entrySet()) {
                Received last = entry.getValue();
                facts.add(new Fact(
                        input,
                        declarations.get(entry.getKey()),
                        OptionalLong.of(last.value),
                        last.atMs,
                        sent(entry.getKey())));
                onlySent.remove(entry.getKey());
            }
        }
        onlySent.forEach((identifier, value) ->
                facts.add(new Fact(-1, declarations.get(identifier), OptionalLong.empty(), 0, OptionalLong.of(value))));
        return facts;
    }

    private OptionalLong sent(String identifier) {
        Long value = sent.get(identifier);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    // ------------------------------------------------------------------------------------ snapshots

    void snapshot(OperatorSnapshot.Builder snapshot) {
        for (int input = 0; input < inputs; input++) {
            for (Map.Entry<String, Received> entry : received.get(input).entrySet()) {
                DeclaredInput.Builder one = DeclaredInput.newBuilder()
                        .setInput(input)
                        .setIdentifier(entry.getKey())
                        .setReceived(entry.getValue().value);
                WatermarkCombiner combiner = combined.get(entry.getKey());
                if (combiner != null && combiner.hasValue(input)) {
                    one.setCounted(combiner.value(input));
                }
                snapshot.addDeclaredInputs(one);
            }
        }
        SortedMap<String, DeclaredOutput.Builder> outputs = new TreeMap<>();
        sent.forEach((identifier, value) -> output(outputs, identifier).setSent(value));
        combined.forEach((identifier, combiner) -> {
            if (combiner.hasCombination()) {
                output(outputs, identifier).setCombined(combiner.combination());
            }
        });
        outputs.values().forEach(snapshot::addDeclaredOutputs);
    }

    private static DeclaredOutput.Builder output(SortedMap<String, DeclaredOutput.Builder> outputs, String identifier) {
        return outputs.computeIfAbsent(
                identifier, missing -> DeclaredOutput.newBuilder().setIdentifier(identifier));
    }

    /** Puts it where a snapshot has it. What the job no longer declares is forgotten. */
    void restore(RestoredOperator from) {
        for (DeclaredInput one : from.declaredInputs()) {
            WatermarkDeclaration declaration = declarations.get(one.getIdentifier());
            if (declaration != null && one.getInput() < inputs) {
                received.get(one.getInput()).put(one.getIdentifier(), new Received(one.getReceived(), 0));
                restoreInput(declaration, one);
            }
        }
        for (DeclaredOutput one : from.declaredOutputs()) {
            WatermarkDeclaration declaration = declarations.get(one.getIdentifier());
            if (declaration == null) {
                continue;
            }
            if (one.hasCombined() && combined.containsKey(one.getIdentifier())) {
                combined.get(one.getIdentifier()).restore(one.getCombined());
            }
            if (one.hasSent()) {
                Long earlier = sent.get(one.getIdentifier());
                sent.put(
                        one.getIdentifier(),
                        earlier == null ? one.getSent() : combination(declaration, earlier, one.getSent()));
            }
        }
    }

    private void restoreInput(WatermarkDeclaration declaration, DeclaredInput one) {
        if (inputs == 1 || declaration.getDefaultHandlingStrategy() == WatermarkHandlingStrategy.IGNORE) {
            return;
        }
        if (one.hasCounted()) {
            combiner(declaration).restoreChannel(one.getInput(), one.getCounted());
        } else {
            combiner(declaration).restoreUncounted(one.getInput());
        }
    }

    /** What subtasks that become one had sent is combined as if they were channels. */
    private static long combination(WatermarkDeclaration declaration, long one, long other) {
        WatermarkCombiner both = new WatermarkCombiner(declaration, 2);
        both.onValue(0, one, 0);
        both.onValue(1, other, 0);
        return both.combination();
    }

    /** An input had ended; after {@link #restore}. */
    void restoreEnd(int input) {
        if (!endedInputs[input]) {
            endedInputs[input] = true;
            combined.values().forEach(combiner -> combiner.restoreEnd(input));
        }
    }
}
