package io.tidemark.coordinator.checkpoint;

import io.tidemark.network.proto.CheckpointInfo;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last checkpoints that ended, for people. */
final class CheckpointHistory {
    private static final int LIMIT = 50;

    private final Deque<CheckpointInfo> newestFirst = new ArrayDeque<>();

    void add(CheckpointInfo info) {
        newestFirst.addFirst(info);
        if (newestFirst.size() > LIMIT) {
            newestFirst.removeLast();
        }
    }

    List<CheckpointInfo> newestFirst() {
        return List.copyOf(newestFirst);
    }
}
