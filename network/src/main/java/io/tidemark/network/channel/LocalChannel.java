package io.tidemark.network.channel;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.batch.RecordBatch;
import java.util.ArrayDeque;
import org.jctools.queues.SpscArrayQueue;

/**
 * A channel inside one worker: batches are handed over by reference and come back to be filled again.
 *
 * <p>Credit is counted in batches that the consumer holds or has waiting. Control elements need none: they take a place in
 * the queue, which has more places than there is credit, or wait behind it like everything else.
 *
 * <p>Two threads, one for each end; the two queues are all they share.
 */
public final class LocalChannel {
    /** Places in the queue for each batch of credit, so that control elements between batches do not wait. */
    private static final int PLACES_PER_CREDIT = 4;

    private final Output output;
    private final Input input;

    private LocalChannel(Output output, Input input) {
        this.output = output;
        this.input = input;
    }

    /**
     * A channel that hands values over as they are.
     *
     * @param credit how many batches may be on their way or in the consumer's hands; at least 1
     * @param flushIntervalNs how long a record may wait for its batch to fill
     */
    public static LocalChannel create(ChannelId id, int credit, long flushIntervalNs) {
        return create(id, credit, flushIntervalNs, null);
    }

    /**
     * A channel that hands over copies, for jobs that change records after emitting them.
     *
     * @param copier makes the copies, on the producer's thread; null or one of an immutable type: values go as they are
     */
    public static LocalChannel create(ChannelId id, int credit, long flushIntervalNs, TypeSerializer<Object> copier) {
        return create(id, credit, flushIntervalNs, copier, RecordBatch.CAPACITY);
    }

    static LocalChannel create(
            ChannelId id, int credit, long flushIntervalNs, TypeSerializer<Object> copier, int batchCapacity) {
        if (credit < 1) {
            throw new IllegalArgumentException("a channel with credit " + credit + " carries nothing");
        }
        SpscArrayQueue<Object> forward = new SpscArrayQueue<>(credit * PLACES_PER_CREDIT);
        SpscArrayQueue<RecordBatch> returned = new SpscArrayQueue<>(Math.max(2, credit));
        TypeSerializer<Object> needed = copier == null || copier.isImmutable() ? null : copier;
        return new LocalChannel(
                new Output(id, credit, flushIntervalNs, needed, batchCapacity, forward, returned),
                new Input(forward, returned));
    }

    public OutputChannel output() {
        return output;
    }

    public InputChannel input() {
        return input;
    }

    private static final class Output implements OutputChannel {
        private final ChannelId id;
        private final int creditLimit;
        private final long flushIntervalNs;
        private final TypeSerializer<Object> copier;
        private final int batchCapacity;
        private final SpscArrayQueue<Object> forward;
        private final SpscArrayQueue<RecordBatch> returned;

        /** Batches and control elements that found no credit or no place, in order. */
        private final ArrayDeque<Object> waiting = new ArrayDeque<>();

        private final RecordBatch[] free;
        private int freeCount;
        private RecordBatch current;
        private int credit;
        private boolean aging;
        private long oldestNs;

        Output(
                ChannelId id,
                int credit,
                long flushIntervalNs,
                TypeSerializer<Object> copier,
                int batchCapacity,
                SpscArrayQueue<Object> forward,
                SpscArrayQueue<RecordBatch> returned) {
            this.id = id;
            this.creditLimit = credit;
            this.credit = credit;
            this.flushIntervalNs = flushIntervalNs;
            this.copier = copier;
            this.batchCapacity = batchCapacity;
            this.forward = forward;
            this.returned = returned;
            this.free = new RecordBatch[credit];
        }

        @Override
        public void write(Object value, long timestamp, int keyHash) {
            RecordBatch batch = currentBatch();
            batch.add(copier == null ? value : copier.copy(value), timestamp, keyHash);
            if (batch.isFull()) {
                handOverCurrent();
            }
        }

        @Override
        public void write(Object value, long timestamp, int keyHash, long keyBits) {
            RecordBatch batch = currentBatch();
            batch.add(copier == null ? value : copier.copy(value), timestamp, keyHash, keyBits);
            if (batch.isFull()) {
                handOverCurrent();
            }
        }

        private RecordBatch currentBatch() {
            RecordBatch batch = current;
            if (batch == null) {
                batch = takeBatch();
                current = batch;
            }
            return batch;
        }

        @Override
        public void write(ControlElement element) {
            if (current != null) {
                handOverCurrent();
            }
            if (!waiting.isEmpty() || !forward.offer(element)) {
                waiting.add(element);
            }
        }

        private RecordBatch takeBatch() {
            if (freeCount == 0) {
                collectReturned();
            }
            if (freeCount == 0) {
                return new RecordBatch(batchCapacity);
            }
            RecordBatch batch = free[--freeCount];
            free[freeCount] = null;
            return batch;
        }

        /** Credit comes back with each batch; those beyond the credit, made for an overflow, are left to the collector. */
        private void collectReturned() {
            RecordBatch batch;
            while ((batch = returned.relaxedPoll()) != null) {
                credit++;
                if (freeCount < free.length) {
                    free[freeCount++] = batch;
                }
            }
            assert credit <= creditLimit : "credit " + credit + " of " + creditLimit;
        }

        private void handOverCurrent() {
            RecordBatch batch = current;
            current = null;
            aging = false;
            if (!waiting.isEmpty() || !offerBatch(batch)) {
                waiting.add(batch);
            }
        }

        private boolean offerBatch(RecordBatch batch) {
            if (!hasCredit() || !forward.offer(batch)) {
                return false;
            }
            credit--;
            return true;
        }

        private boolean hasCredit() {
            if (credit == 0) {
                collectReturned();
            }
            return credit > 0;
        }

        @Override
        public boolean hasRoom() {
            return waiting.isEmpty() && hasCredit();
        }

        @Override
        public boolean isLessThanHalfFull() {
            if (credit <= creditLimit / 2) {
                collectReturned();
            }
            return waiting.isEmpty() && credit > creditLimit / 2;
        }

        @Override
        public boolean flush(long nowNs, boolean force) {
            boolean moved = !waiting.isEmpty() && sendWaiting();
            if (current == null) {
                return moved;
            }
            if (!aging) {
                aging = true;
                oldestNs = nowNs;
            }
            boolean due = force || nowNs - oldestNs >= flushIntervalNs || forward.isEmpty();
            if (due && hasRoom()) {
                handOverCurrent();
                return true;
            }
            return moved;
        }

        private boolean sendWaiting() {
            boolean moved = false;
            Object next;
            while ((next = waiting.peek()) != null) {
                boolean sent = next instanceof RecordBatch batch ? offerBatch(batch) : forward.offer(next);
                if (!sent) {
                    break;
                }
                waiting.remove();
                moved = true;
            }
            return moved;
        }

        @Override
        public boolean isDrained() {
            return waiting.isEmpty() && current == null;
        }

        @Override
        public Throwable failure() {
            return null;
        }

        @Override
        public void close() {
            waiting.clear();
            current = null;
        }

        @Override
        public String describe() {
            return id + ", local, credit " + credit + " of " + creditLimit + " batches"
                    + (waiting.isEmpty() ? "" : ", " + waiting.size() + " elements waiting");
        }
    }

    private static final class Input implements InputChannel {
        private final SpscArrayQueue<Object> forward;
        private final SpscArrayQueue<RecordBatch> returned;

        Input(SpscArrayQueue<Object> forward, SpscArrayQueue<RecordBatch> returned) {
            this.forward = forward;
            this.returned = returned;
        }

        @Override
        public Object poll() {
            return forward.poll();
        }

        @Override
        public Object peek() {
            return forward.peek();
        }

        @Override
        public void recycle(RecordBatch batch) {
            batch.clear();
            if (!returned.offer(batch)) {
                throw new IllegalStateException("more batches were recycled than there is credit: " + returned.size());
            }
        }

        @Override
        public boolean isEmpty() {
            return forward.isEmpty();
        }

        @Override
        public Throwable failure() {
            return null;
        }

        @Override
        public void close() {
            forward.clear();
        }
    }
}
