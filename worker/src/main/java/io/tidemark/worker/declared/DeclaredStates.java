package io.tidemark.worker.declared;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.schema.OperatorStates;
import io.tidemark.checkpoint.schema.StateFit.Declared;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.StoreConfig;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.PlanInputProto;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.PlanOutputProto;
import io.tidemark.worker.chain.ChainSetup;
import io.tidemark.worker.chain.KnownOwnStates;
import io.tidemark.worker.chain.OperatorOpening;
import io.tidemark.worker.chain.OperatorSetup;
import io.tidemark.worker.chain.RestoredOperator;
import io.tidemark.worker.operator.BuiltInOperators;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Learns what state the operators of a plan declare. Functions are opened; sources and sinks are not, since that may touch
 * what a running job uses: their lists follow from their serializers. Meant for a process of its own.
 */
public final class DeclaredStates {
    private static final long CACHE_BYTES = 1 << 20;
    private static final long NATIVE_BYTES = 8 << 20;

    private final JobPlanProto plan;
    private final ClassLoader loader;
    private final Path directory;
    private final Duration limit;

    /**
     * @param loader has the job's classes
     * @param directory for stores; nothing is written to it unless an operator does
     * @param limit how long an operator may take to open
     */
    public DeclaredStates(JobPlanProto plan, ClassLoader loader, Path directory, Duration limit) {
        this.plan = plan;
        this.loader = loader;
        this.directory = directory;
        this.limit = limit;
    }

    /** The states of all operators; of one that could not be opened, why. */
    public List<OperatorStates> find() throws InterruptedException {
        List<OperatorStates> operators = new ArrayList<>();
        try (NativeMemory memory = NativeMemory.create(NATIVE_BYTES)) {
            for (PlanNodeProto node : plan.getNodesList()) {
                operators.add(within(node, () -> statesOf(node, memory)));
            }
        }
        return operators;
    }

    private OperatorStates within(PlanNodeProto node, Callable<OperatorStates> opening) throws InterruptedException {
        FutureTask<OperatorStates> task = new FutureTask<>(opening);
        Thread thread = new Thread(task, "open-" + node.getUid());
        thread.setContextClassLoader(loader);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return OperatorStates.unknown(
                    node.getUid(), node.getName(), "it did not open within " + limit.toSeconds() + " s");
        } catch (ExecutionException e) {
            return OperatorStates.unknown(node.getUid(), node.getName(), "it did not open: " + root(e.getCause()));
        }
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }

    private OperatorStates statesOf(PlanNodeProto node, NativeMemory memory) throws Exception {
        OperatorSpec spec = PlanObjects.read(node.getOperator().toByteArray(), OperatorSpec.class, loader);
        List<KeySpec<Object, Object>> keys = new ArrayList<>();
        KeySpec<Object, Object> firstKey = null;
        for (PlanInputProto input : node.getInputsList()) {
            KeySpec<Object, Object> key = keySpec(input);
            keys.add(key);
            firstKey = firstKey == null ? key : firstKey;
        }
        Operator operator = BuiltInOperators.create(spec, keys);
        if (operator instanceof KnownOwnStates known) {
            return new OperatorStates(node.getUid(), node.getName(), null, List.of(), declared(known.ownStates()), "");
        }
        if (firstKey == null) {
            return new OperatorStates(
                    node.getUid(), node.getName(), null, List.of(), declared(open(node, operator, keys, null)), "");
        }
        try (KeyedStateStore store = store(node, firstKey, memory)) {
            Map<String, TypeSerializer<?>> own = open(node, operator, keys, store);
            return new OperatorStates(
                    node.getUid(),
                    node.getName(),
                    Declared.of(firstKey.serializer()),
                    store.declaredStates(),
                    declared(own),
                    "");
        }
    }

    @SuppressWarnings("unchecked")
    private KeySpec<Object, Object> keySpec(PlanInputProto input) {
        return input.getKeySpec().isEmpty()
                ? null
                : (KeySpec<Object, Object>) PlanObjects.read(input.getKeySpec().toByteArray(), KeySpec.class, loader);
    }

    private Map<String, TypeSerializer<?>> open(
            PlanNodeProto node, Operator operator, List<KeySpec<Object, Object>> keys, KeyedStateStore store)
            throws Exception {
        Map<String, Integer> sideOutputs = new HashMap<>();
        int outputCount = 1;
        for (PlanOutputProto output : node.getOutputsList()) {
            outputCount = Math.max(outputCount, output.getOrdinal() + 1);
            if (!output.getTagId().isEmpty()) {
                sideOutputs.put(output.getTagId(), output.getOrdinal());
            }
        }
        OperatorSetup setup = new OperatorSetup(
                node.getId(),
                node.getUid(),
                node.getName(),
                operator,
                keys,
                sideOutputs,
                outputCount,
                store,
                RestoredOperator.NOTHING);
        ChainSetup.Where where = new ChainSetup.Where("state-diff", plan.getName(), 0, 0, 1, plan.getMaxParallelism());
        return OperatorOpening.open(where, setup, Configuration.of(plan.getConfigurationMap()), loader);
    }

    private KeyedStateStore store(PlanNodeProto node, KeySpec<Object, Object> key, NativeMemory memory)
            throws IOException {
        StoreConfig config = new StoreConfig(
                directory.resolve("store-" + node.getId()),
                node.getUid(),
                new KeyGroupRange(0, plan.getMaxParallelism() - 1),
                plan.getMaxParallelism(),
                key.serializer(),
                new CacheBudget(CACHE_BYTES),
                memory);
        return KeyedStateStore.open(
                config, List.of(), CheckpointStorage.directory(directory.resolve("storage"), "state-diff"));
    }

    private static Map<String, Declared> declared(Map<String, TypeSerializer<?>> serializers) {
        Map<String, Declared> declared = new HashMap<>();
        serializers.forEach((name, serializer) -> declared.put(name, Declared.of(serializer)));
        return declared;
    }
}
