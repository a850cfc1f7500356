package io.tidemark.checkpoint.timer;

import java.io.IOException;

/** Where changes of timers are written to. A timer is a key; it has no value. */
public interface TimerWriter {
    void put(byte[] encodedTimer) throws IOException;

    void delete(byte[] encodedTimer) throws IOException;
}
