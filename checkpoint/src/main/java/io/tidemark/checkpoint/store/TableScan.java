package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.checkpoint.key.KeyGroupRange;
import java.util.Arrays;

/**
 * A walk over what the database has of a table, one key group after the other, leaving out those that have nothing. Used
 * by one thread; has to be closed.
 */
final class TableScan implements AutoCloseable {
    private final StateSerializers serializers;
    private final KeyGroupRange keyGroups;
    /** What the keys of the table begin with; its first two bytes are set to the key group that is looked for. */
    private final byte[] prefix;

    private final DatabaseScan scan;
    private final BinaryReader in = new BinaryReader();
    private boolean started;
    private byte[] key;

    TableScan(StateDatabase database, StateKeyFormat keys, StateTable table, KeyGroupRange keyGroups) {
        this.serializers = table.state.task();
        this.keyGroups = keyGroups;
        byte[] end = StateKeyFormat.endOf(keys.tablePrefix(table, keyGroups.last()));
        this.prefix = keys.tablePrefix(table, keyGroups.first());
        this.scan = database.scan(Column.STATE, prefix, end);
    }

    boolean next() {
        if (started && scan.isValid()) {
            scan.next();
        }
        started = true;
        while (scan.isValid()) {
            key = scan.key();
            int keyGroup = StateKeyFormat.keyGroup(key);
            StateKeyFormat.setKeyGroup(prefix, keyGroup);
            if (key.length > prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
                return true;
            }
            if (Arrays.compareUnsigned(key, prefix) > 0) {
                // Behind what its group may have of the table.
                if (keyGroup == keyGroups.last()) {
                    return false;
                }
                StateKeyFormat.setKeyGroup(prefix, keyGroup + 1);
            }
            scan.seek(prefix);
        }
        return false;
    }

    Object key() {
        in.wrap(key, prefix.length, key.length - prefix.length);
        return serializers.inner().deserialize(in);
    }

    Object value() {
        byte[] value = scan.value();
        in.wrap(value, 0, value.length);
        return serializers.values().read(in);
    }

    @Override
    public void close() {
        scan.close();
    }
}
