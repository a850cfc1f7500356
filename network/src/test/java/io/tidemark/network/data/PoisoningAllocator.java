package io.tidemark.network.data;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Fills the arrays of buffers that are released, and keeps them, so that a later write to one can be seen. */
final class PoisoningAllocator extends AbstractByteBufAllocator {
    private static final byte POISON = (byte) 0xEE;

    private final Queue<byte[]> released = new ConcurrentLinkedQueue<>();
    private final AtomicInteger live = new AtomicInteger();

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        live.incrementAndGet();
        return new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity) {
            @Override
            protected void freeArray(byte[] array) {
                Arrays.fill(array, POISON);
                released.add(array);
                live.decrementAndGet();
            }
        };
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        return UnpooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return false;
    }

    int liveBuffers() {
        return live.get();
    }

    int releasedBuffers() {
        return released.size();
    }

    /** Whether no released array was written to since. */
    boolean isUntouched() {
        for (byte[] array : released) {
            for (byte b : array) {
                if (b != POISON) {
                    return false;
                }
            }
        }
        return true;
    }
}
