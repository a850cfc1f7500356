package io.tidemark.checkpoint.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Native objects and who closes them: this, in the reverse of the order in which they came. Thread-safe. */
final class NativeHandles implements AutoCloseable {
    private static final AtomicInteger OPEN = new AtomicInteger();

    private final List<AutoCloseable> handles = new ArrayList<>();

    /** How many handles are open in this process. For tests. */
    static int open() {
        return OPEN.get();
    }

    synchronized <T extends AutoCloseable> T own(T handle) {
        handles.add(handle);
        OPEN.incrementAndGet();
        return handle;
    }

    /** Closes one handle before its time; does nothing when it is closed. */
    void close(AutoCloseable handle) {
        synchronized (this) {
            int index = lastIndexOf(handle);
            if (index < 0) {
                return;
            }
            handles.remove(index);
        }
        closeNow(handle);
    }

    private int lastIndexOf(AutoCloseable handle) {
        int index = handles.size() - 1;
        while (index >= 0 && handles.get(index) != handle) {
            index--;
        }
        return index;
    }

    @Override
    public synchronized void close() {
        for (int i = handles.size() - 1; i >= 0; i--) {
            closeNow(handles.get(i));
        }
        handles.clear();
    }

    private static void closeNow(AutoCloseable handle) {
        OPEN.decrementAndGet();
        try {
            handle.close();
        } catch (Exception e) {
            throw new IllegalStateException("native handles close without exceptions", e);
        }
    }
}
