package io.tidemark.testing;

import io.tidemark.api.type.Types;

/** The key of a record is its first letter, a hexadecimal digit: as a string, or as the number that it stands for. */
enum RecordKeys {
    LETTERS {
        @Override
        OperatorHarness.Builder apply(OperatorHarness.Builder builder) {
            return builder.keyedBy((String record) -> record.substring(0, 1), Types.STRING);
        }
    },
    NUMBERS {
        @Override
        OperatorHarness.Builder apply(OperatorHarness.Builder builder) {
            return builder.keyedBy((String record) -> Long.parseLong(record.substring(0, 1), 16), Types.LONG);
        }
    };

    abstract OperatorHarness.Builder apply(OperatorHarness.Builder builder);

    /** The letter that a key stands for, of either kind. */
    static String name(Object key) {
        return key instanceof Long number ? Long.toHexString(number) : (String) key;
    }
}
