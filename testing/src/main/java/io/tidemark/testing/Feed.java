package io.tidemark.testing;

import java.util.ArrayDeque;

/** What was put into a channel of an input and has not been taken yet. Outlives the operator that takes it. */
final class Feed {
    /** Something to put into a stream. */
    @FunctionalInterface
    interface Action {
        void into(InputOperator input);
    }

    private final ArrayDeque<Action> waiting = new ArrayDeque<>();
    private boolean isEndPut;

    void put(Action action) {
        if (isEndPut) {
            throw new IllegalStateException("this channel has ended.\nPut what you need in before its end.");
        }
        waiting.add(action);
    }

    /** Nothing can be put in any more. */
    void putEnd() {
        isEndPut = true;
    }

    /** The next thing to do, or null. */
    Action poll() {
        return waiting.poll();
    }

    /** Whether all was taken, the end included. */
    boolean isAtEnd() {
        return isEndPut && waiting.isEmpty();
    }

    /** What was not taken is lost, as with a crash. */
    void startAgain(boolean isEnded) {
        waiting.clear();
        isEndPut = isEnded;
    }
}
