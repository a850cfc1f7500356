package io.tidemark.worker.chain;

import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.network.channel.ControlElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The outputs of one operator of a chain. Records go to their receivers at once. Event time goes to the edges, then to each
 * chained operator in turn, which does all its due work first; when one cannot finish for want of room the output is
 * <em>stalled</em>: what its operator emits meanwhile waits here in order, and goes on when {@link #resume} has brought
 * that advance to its end.
 */
final class NodeOutput implements OperatorOutput {
    private static final ControlElement IDLE = new ControlElement.Idle();
    private static final ControlElement ACTIVE = new ControlElement.Active();

    private enum What {
        RECORD,
        WATERMARK,
        IDLE,
        ACTIVE,
        IDLE_AGAIN,
        DECLARED
    }

    /** An element that waits for an unfinished advance. */
    private record Deferred(What what, int output, Object value, long timestamp) {}

    /** A chained operator and which of its inputs leads to it. */
    record Child(ChainNode node, int input) {}

    private final ChainNode node;
    private final SliceBudget budget;
    private final Map<String, Integer> ordinals;

    private Receiver[] receivers = {};
    private Child[] children = {};
    private OutputEdge[] edges = {};

    /** This output and those below it that can stall because their operators make or hold event time. */
    private NodeOutput[] canStall = {};

    /** Those below that may not take more. */
    private HoldsRecords[] holdersBelow = {};

    private boolean stalled;
    private boolean passing;
    private long passed;
    private int nextChild;
    private final ArrayDeque<Deferred> deferred = new ArrayDeque<>();

    NodeOutput(ChainNode node, SliceBudget budget, Map<String, Integer> ordinals) {
        this.node = node;
        this.budget = budget;
        this.ordinals = ordinals;
    }

    void connect(Receiver[] receivers, List<Child> children, List<OutputEdge> edges, List<NodeOutput> canStall) {
        List<HoldsRecords> below = new ArrayList<>();
        for (Child child : children) {
            if (child.node.holder() != null) {
                below.add(child.node.holder());
            }
            below.addAll(List.of(child.node.output().holdersBelow));
        }
        this.holdersBelow = below.toArray(HoldsRecords[]::new);
        this.receivers = receivers;
        this.children = children.toArray(Child[]::new);
        this.edges = edges.toArray(OutputEdge[]::new);
        this.canStall = canStall.toArray(NodeOutput[]::new);
    }

    @Override
    public void collect(int output, Object value, long timestamp) {
        if (stalled) {
            deferred.add(new Deferred(What.RECORD, output, value, timestamp));
        } else {
            receivers[output].receive(value, timestamp);
        }
    }

    @Override
    public boolean hasRoom() {
        for (NodeOutput output : canStall) {
            if (output.stalled) {
                return false;
            }
        }
        return !isFullBelow() && budget.hasRoom();
    }

    /** Whether one below takes nothing before results have come that it waits for. */
    boolean isFullBelow() {
        for (HoldsRecords holder : holdersBelow) {
            if (holder.room() == 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int ordinalOf(String tagId) {
        Integer ordinal = ordinals.get(tagId);
        return ordinal == null || receivers[ordinal] == Receiver.NOBODY ? -1 : ordinal;
    }

    @Override
    public void emitWatermark(long watermark) {
        requireMaker("a watermark");
        if (stalled) {
            deferred.add(new Deferred(What.WATERMARK, 0, null, watermark));
        } else if (watermark > (node.holder() == null ? node.eventTime() : node.lastPassed())) {
            node.raise(watermark);
            startPass(watermark);
        }
    }

    @Override
    public void emitIdle(boolean idle) {
        requireMaker("idleness");
        if (stalled) {
            deferred.add(new Deferred(idle ? What.IDLE : What.ACTIVE, 0, null, 0));
        } else {
            passIdle(idle);
        }
    }

    @Override
    public void repeatIdle() {
        requireMaker("idleness");
        if (stalled) {
            deferred.add(new Deferred(What.IDLE_AGAIN, 0, null, 0));
        } else {
            passIdleAgain();
        }
    }

    @Override
    public void emitDeclared(Watermark watermark) {
        WatermarkDeclaration declaration = node.watermarks().declarationOf(watermark);
        sendDeclared(declaration, declaration.toLong(watermark));
    }

    /** Sends a declared watermark to all below, unless it is what was sent last. */
    void sendDeclared(WatermarkDeclaration declaration, long value) {
        if (stalled) {
            deferred.add(new Deferred(What.DECLARED, 0, declaration, value));
        } else if (node.watermarks().send(declaration, value)) {
            ControlElement element = new ControlElement.Declared(declaration.getIdentifier(), value);
            for (OutputEdge edge : edges) {
                edge.write(element);
            }
            for (Child child : children) {
                child.node.onDeclared(child.input, declaration, value);
            }
        }
    }

    private void requireMaker(String what) {
        if (!node.makesEventTime() && node.holder() == null) {
            throw new IllegalStateException(node.where() + " emitted " + what
                    + "; only sources and operators that make or hold event time may");
        }
    }

    /** Sends event time on, after whatever waits; returns whether all below have reached it. */
    boolean pass(long watermark) {
        if (stalled) {
            deferred.add(new Deferred(What.WATERMARK, 0, null, watermark));
            return false;
        }
        node.raise(watermark);
        return startPass(watermark);
    }

    private boolean startPass(long watermark) {
        if (edges.length > 0) {
            ControlElement element = new ControlElement.Watermark(watermark);
            for (OutputEdge edge : edges) {
                edge.write(element);
            }
        }
        stalled = true;
        passing = true;
        passed = watermark;
        nextChild = 0;
        stalled = !continuePass();
        return !stalled;
    }

    private boolean continuePass() {
        while (nextChild < children.length) {
            if (!children[nextChild].node.advanceTo(passed)) {
                return false;
            }
            nextChild++;
        }
        passing = false;
        node.passedOn(passed);
        return true;
    }

    /** Goes on with an unfinished advance and then with what waited for it; returns whether nothing is left. */
    boolean resume() {
        if (!stalled) {
            return true;
        }
        if (passing && !continuePass()) {
            return false;
        }
        Deferred next;
        while ((next = deferred.poll()) != null) {
            switch (next.what) {
                case RECORD -> receivers[next.output].receive(next.value, next.timestamp);
                case IDLE -> passIdle(true);
                case ACTIVE -> passIdle(false);
                case IDLE_AGAIN -> passIdleAgain();
                case DECLARED -> sendDeferred(next);
                case WATERMARK -> {
                    if (next.timestamp > node.lastPassed()) {
                        node.raise(next.timestamp);
                        if (!startPass(next.timestamp)) {
                            return false;
                        }
                        stalled = true;
                    }
                }
            }
        }
        stalled = false;
        return true;
    }

    private void sendDeferred(Deferred declared) {
        stalled = false;
        try {
            sendDeclared((WatermarkDeclaration) declared.value, declared.timestamp);
        } finally {
            stalled = true;
        }
    }

    /** After a restore: has the operators below that were restored from elsewhere, and stand elsewhere, brought here. */
    void catchUp() {
        for (Child child : children) {
            node.watermarks()
                    .sent()
                    .forEach((identifier, value) ->
                            child.node.onDeclared(child.input, node.watermarks().declaration(identifier), value));
        }
        for (Child child : children) {
            child.node.onIdle(node.isIdle());
            if (child.node.isBehind(node.lastPassed())) {
                passed = node.lastPassed();
                nextChild = 0;
                stalled = true;
                passing = true;
            }
        }
    }

    /** This output, if its operator makes or holds event time, and all below that do. */
    List<NodeOutput> thoseThatCanStall() {
        return List.of(canStall);
    }

    boolean isStalled() {
        return stalled;
    }

    /** Whether something waits that is in no snapshot. */
    boolean hasDeferred() {
        return !deferred.isEmpty();
    }

    /** Tells all below that nothing, or something, is to be expected from here. */
    void passIdle(boolean idle) {
        if (node.isIdle() == idle) {
            return;
        }
        node.setIdle(idle);
        for (OutputEdge edge : edges) {
            edge.write(idle ? IDLE : ACTIVE);
        }
        for (Child child : children) {
            child.node.onIdle(idle);
        }
    }

    /** Records went through here, and through all below, although they are idle: their consumers are told that they still are. */
    private void passIdleAgain() {
        if (!node.isIdle()) {
            return;
        }
        for (OutputEdge edge : edges) {
            edge.write(IDLE);
        }
        for (Child child : children) {
            child.node.output().passIdleAgain();
        }
    }

    /** Says on the edges again what declared watermarks this operator sent last: after a restore. */
    void repeatDeclared() {
        for (OutputEdge edge : edges) {
            node.watermarks()
                    .sent()
                    .forEach((identifier, value) -> edge.write(new ControlElement.Declared(identifier, value)));
        }
    }

    /** Says on the edges again where this operator stands: after a restore, or after records that an idle one emitted. */
    void repeatStatus() {
        for (OutputEdge edge : edges) {
            if (node.lastPassed() != Long.MIN_VALUE) {
                edge.write(new ControlElement.Watermark(node.lastPassed()));
            }
            edge.write(node.isIdle() ? IDLE : ACTIVE);
        }
    }
}
