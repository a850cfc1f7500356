package io.tidemark.checkpoint.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Keeps timers in a sorted map, as the database does. A thread may write while another one reads. */
final class FakeBackend implements TimerBackend, TimerWriter {
    static final int MAX_PARALLELISM = 8;

    final TreeMap<byte[], byte[]> stored = new TreeMap<>(Arrays::compareUnsigned);
    final List<String> names = new ArrayList<>();
    TypeSerializer<String> keys = Types.STRING.createSerializer();
    String key;
    int writes;
    int lookUps;
    int scans;
    boolean hasRoom = true;
    long batchBytes = 1 << 20;

    @Override
    public Object currentKey() {
        return key;
    }

    @Override
    public int currentKeyHash() {
        return keys.hash(key);
    }

    @Override
    public KeyGroupRange keyGroups() {
        return new KeyGroupRange(0, MAX_PARALLELISM - 1);
    }

    @Override
    public int declareTimers(String name, TypeSerializer<?> namespaceSerializer) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    @Override
    public <T> TypeSerializer<T> duplicate(TypeSerializer<T> serializer) {
        return serializer;
    }

    @Override
    public boolean isDatabaseUsed() {
        return !stored.isEmpty();
    }

    @Override
    public synchronized TimerScan scan(byte[] first, byte[] end) {
        scans++;
        return new FakeScan(stored, first, end);
    }

    @Override
    public synchronized boolean find(BinaryWriter lookUpKey, BinaryReader into) {
        lookUps++;
        byte[] value = stored.get(lookUpKey.toByteArray());
        if (value != null) {
            into.wrap(value, 0, value.length);
        }
        return value != null;
    }

    @Override
    public boolean hasRoom() {
        return hasRoom;
    }

    @Override
    public long batchBytes() {
        return batchBytes;
    }

    @Override
    public synchronized void put(BinaryWriter storedKey, BinaryWriter value) {
        writes++;
        stored.put(storedKey.toByteArray(), value.toByteArray());
    }

    @Override
    public synchronized void delete(BinaryWriter storedKey) {
        writes++;
        stored.remove(storedKey.toByteArray());
    }

    /** How many timers are stored; each has two entries. */
    int timers() {
        long times = stored.keySet().stream()
                .filter(storedKey -> !TimerColumn.isLookUp(storedKey))
                .count();
        assertThat(stored).hasSize((int) (2 * times));
        return (int) times;
    }

    /** A walk over a copy, as a database walks over what it had when the walk began. */
    private static final class FakeScan implements TimerScan {
        private final TreeMap<byte[], byte[]> copy = new TreeMap<>(Arrays::compareUnsigned);
        private byte[] at;

        FakeScan(TreeMap<byte[], byte[]> stored, byte[] first, byte[] end) {
            copy.putAll(stored.subMap(first, end));
            at = copy.isEmpty() ? null : copy.firstKey();
        }

        @Override
        public void seek(byte[] key) {
            at = copy.ceilingKey(key);
        }

        @Override
        public boolean isValid() {
            return at != null;
        }

        @Override
        public byte[] key() {
            return at;
        }

        @Override
        public void next() {
            at = copy.higherKey(at);
        }

        @Override
        public void close() {
            at = null;
        }
    }
}
