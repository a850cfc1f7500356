package io.tidemark.worker.chain;

import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.worker.compiled.ClassCopies;
import java.lang.invoke.MethodHandles;

/** Hands records to an operator of the same chain by a direct call. */
final class ChainedReceiver {
    private static final ClassCopies<Receiver> PLAIN =
            ClassCopies.of(MethodHandles.lookup(), Receiver.class, PlainReceiver.class, ChainNode.class, int.class);

    private ChainedReceiver() {}

    static Receiver create(ChainNode node, int input) {
        KeySpec<Object, Object> keys = node.keySpec(input);
        return keys == null ? PLAIN.create(node.operator().getClass(), node, input) : new Keyed(node, input, keys);
    }

    private static final class Keyed implements Receiver {
        private final ChainNode node;
        private final Operator operator;
        private final int input;
        private final RecordKey recordKey;
        private final TypeSerializer<Object> serializer;
        private final KeyedStateStore store;

        Keyed(ChainNode node, int input, KeySpec<Object, Object> keys) {
            this.node = node;
            this.operator = node.operator();
            this.input = input;
            this.recordKey = new RecordKey(keys);
            this.serializer = keys.serializer();
            this.store = node.store();
        }

        @Override
        public void receive(Object value, long timestamp) {
            try {
                Object key = recordKey.of(value);
                store.setCurrentKey(key, serializer.hash(key));
                operator.process(input, value, timestamp);
            } catch (Exception | LinkageError | StackOverflowError e) {
                throw node.failure(e);
            }
        }
    }
}
