package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.BinaryWriter;
import java.io.IOException;

/** Where changes of timers are written to: entries of the timers column family. Used by one thread. */
public interface TimerWriter {
    void put(BinaryWriter key, BinaryWriter value) throws IOException;

    void delete(BinaryWriter key) throws IOException;
}
