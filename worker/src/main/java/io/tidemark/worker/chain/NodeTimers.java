package io.tidemark.worker.chain;

import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.operator.Timers;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.checkpoint.timer.TimerQueue;

/** The timers of one name of an operator. */
final class NodeTimers<N> implements Timers<N> {
    private final ChainNode node;
    private final TimerQueue queue;
    private final int group;
    private final Handler<N> handler;

    NodeTimers(ChainNode node, TimerQueue queue, int group, Handler<N> handler) {
        this.node = node;
        this.queue = queue;
        this.group = group;
        this.handler = handler;
    }

    @Override
    public void registerEvent(N namespace, long timestamp) {
        queue.register(TimerDomain.EVENT, group, namespace, timestamp);
    }

    @Override
    public void deleteEvent(N namespace, long timestamp) {
        queue.delete(TimerDomain.EVENT, group, namespace, timestamp);
    }

    @Override
    public void registerProcessing(N namespace, long timestamp) {
        if (!node.dropsAtEnd(timestamp)) {
            queue.register(TimerDomain.PROCESSING, group, namespace, timestamp);
        }
    }

    @Override
    public void deleteProcessing(N namespace, long timestamp) {
        queue.delete(TimerDomain.PROCESSING, group, namespace, timestamp);
    }

    EndOfInputPolicy endOfInputPolicy() {
        return handler.endOfInputPolicy();
    }

    @SuppressWarnings("unchecked")
    void fire(TimerDomain domain, Object key, Object namespace, long timestamp) throws Exception {
        if (domain == TimerDomain.EVENT) {
            handler.onEventTimer(key, (N) namespace, timestamp);
        } else {
            handler.onProcessingTimer(key, (N) namespace, timestamp);
        }
    }
}
