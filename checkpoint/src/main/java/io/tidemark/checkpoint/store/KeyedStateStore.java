package io.tidemark.checkpoint.store;

import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.operator.Records;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.NumberKind;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.schema.OperatorStates;
import io.tidemark.checkpoint.schema.StateMisfit;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.timer.TimerBackend;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.checkpoint.timer.TimerQueue;
import io.tidemark.checkpoint.timer.TimerScan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keyed state and the timers of one operator subtask. What fits the worker's {@link CacheBudget} is kept deserialised;
 * the rest, and what snapshots are made of, is in a RocksDB database, which is opened only when it is first needed.
 *
 * <p>Used by the thread that steps the task, {@link Frozen#write} excepted. A failure of the disk shows as an {@link
 * java.io.UncheckedIOException}; state that is not what the job declares as a {@link StateSchemaException}.
 */
public final class KeyedStateStore implements KeyedState, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyedStateStore.class);

    /** A key's list or map that the cache lost is brought back whole when it takes no more than this part of the budget. */
    private static final int WHOLES_PER_BUDGET = 64;

    private static final int MIN_WHOLE_BYTES = 64;
    private static final int MAX_WHOLE_BYTES = 1 << 20;

    /** A store that no key came to for so long has no claim to its part of the budget. */
    private static final long IDLE_NS = 1_000_000_000;
    /** How long an idle store that has nothing to give waits before it looks again. */
    private static final long NOTHING_TO_GIVE_NS = 100_000_000;

    /** After so many keys, less one, what timers take is noted; a power of two, less one. */
    private static final int TIMERS_ACCOUNTED_MASK = 255;

    private final StoreConfig config;
    private final CacheBudget.Share share;
    private final StateDatabase database;
    private final StateRegistry registry;
    private final SnapshotContext context;
    private final StateReader reader;
    private final StateCache cache;
    private final Evictor evictor;
    private final TimerQueue timers;
    private final TimerSpill timerSpill;
    private final ElementNumbers elementNumbers;
    private final TtlClocks clocks;
    private final TtlCleaner cleaner;
    private final CurrentKey current;
    private final LookAhead lookAhead = new LookAhead();
    private final Map<String, StateDefinition> definitions = new HashMap<>();
    private final Map<StateDefinition, Object> handles = new HashMap<>();
    /** Of the states that have a time to live. */
    private final Map<StateDefinition, TtlRule> rules = new HashMap<>();

    /** The snapshot that is being written; null when there is none. */
    private FrozenStore frozen;
    /** Of {@link #frozen}: the task knows that its entries are in the database. */
    private boolean frozenIsFlushed;

    private final FlushRule flushRule = new FlushRule();
    /** Writes changes ahead of checkpoints; null when nobody does. */
    private Executor flusher;

    private boolean opensAhead;
    /** The flush under way that no snapshot waits for; null when there is none. */
    private BackgroundFlush flush;

    private long tendedAtNs;

    private boolean isStalled;
    /** How many keys to let by before the evictor is called again; it found too little the last time. */
    private long evictionPause;

    private long timerBytes;
    /** How many keys there were; some of them see what timers take. */
    private int keys;

    private boolean closed;

    /** What the cache's stamp was, and when, when it had last changed between two calls of {@link #tend}. */
    private long seenStamp = -1;

    private long usedAtNs;
    private long nothingToGiveUntilNs;

    /** What a store held at one moment. */
    public interface Frozen {
        /**
         * Writes it to the storage; called once, on a thread that may block. Until this has ended the store can not be
         * frozen again. When it fails nothing is lost: the next snapshot holds everything.
         *
         * @return where it is
         */
        KeyedStateHandle write(CheckpointStorage storage) throws IOException;

        /** Says, before {@link #write}, that the task does nothing until that is through: no core need be left to it. */
        void hurry();

        /** Gives it up; called instead of {@link #write}. */
        void discard();
    }

    KeyedStateStore(
            StoreConfig config,
            StateDatabase database,
            StateRegistry registry,
            SnapshotContext context,
            long nextTimerRegistration,
            long nextElement,
            TtlClocks clocks) {
        this.config = config;
        this.database = database;
        this.registry = registry;
        this.context = context;
        this.reader = new StateReader(database, config.keyGroups(), config.maxParallelism());
        this.share = config.budget().join();
        this.cache = new StateCache(share, config.budget().limitBytes(), reader);
        this.evictor = new Evictor(
                cache,
                share,
                config.budget().limitBytes(),
                context,
                new StateWriter(config.keyGroups(), config.maxParallelism(), StateDefinition::task));
        this.timers = new TimerQueue(
                new Backend(),
                config.maxParallelism(),
                config.keySerializer(),
                SerializerDuplicate.of(config.keySerializer()),
                nextTimerRegistration);
        this.timerSpill = new TimerSpill(timers, cache, share, config.budget().limitBytes(), context);
        this.current = new CurrentKey(NumberKind.ofKeys(config.keySerializer()));
        this.clocks = clocks;
        this.cleaner = new TtlCleaner(cache);
        this.elementNumbers = new ElementNumbers(nextElement);
    }

    /**
     * Opens a store.
     *
     * @param restore handles whose key groups overlap those of the store: one when the parallelism is unchanged, none on a
     *     fresh start. Their files are fetched and verified.
     * @throws io.tidemark.checkpoint.storage.CorruptCheckpointException when a file is missing or damaged
     * @throws StateSchemaException when the keys are not those that were stored
     */
    public static KeyedStateStore open(StoreConfig config, List<KeyedStateHandle> restore, CheckpointStorage storage)
            throws IOException {
        return new StoreOpener(config, storage).open(restore);
    }

    /**
     * Hands in the clocks by which state with a time to live grows old; called before such state is asked for.
     *
     * @param processingMs the wall clock, in milliseconds since 1970
     * @param eventMs the operator's watermark; {@code Long.MIN_VALUE} before the first
     */
    public void useClocks(LongSupplier processingMs, LongSupplier eventMs) {
        clocks.start(processingMs, eventMs);
    }

    /** Event time has begun, whether or not anybody asks for state by then. */
    public void onFirstWatermark(long watermark) {
        clocks.onWatermark(watermark);
    }

    /** From how many changed entries of one table on these go into files of their own. For tests, whose tables are small. */
    void writeSortedFrom(int entries) {
        context.sortedFrom(entries);
    }

    /**
     * Lets changes be written ahead of checkpoints, see {@link #tend}.
     *
     * @param executor shared by the stores of a worker, one after the other
     */
    public void flushWith(Executor executor) {
        flusher = executor;
    }

    // Keys

    @Override
    public void setCurrentKey(Object key, int keyHash) {
        current.set(key, keyHash);
        onKey();
    }

    @Override
    public void setCurrentKeyBits(long keyBits, int keyHash) {
        current.setBits(keyBits, keyHash);
        onKey();
    }

    private void onKey() {
        cache.invalidateLookups();
        if ((++keys & TIMERS_ACCOUNTED_MASK) == 0) {
            accountTimers();
        }
        if (frozen != null || cache.hasTombstones() || config.budget().isExceeded()) {
            care();
        }
        cleaner.onKey();
    }

    @Override
    public int expect(Records records, int from, int to) {
        return lookAhead.over(cache.states(), records, from, to);
    }

    /**
     * As {@link #expect}, of the timers that are due next.
     *
     * @return after how many of them to call this again
     */
    public int expectDue(TimerDomain domain, long time) {
        return lookAhead.overDue(cache.states(), timers, domain, time);
    }

    @Override
    public void setCurrentKey(Object key) {
        setCurrentKey(key, config.keySerializer().hash(key));
    }

    @Override
    public Object currentKey() {
        return current.keyOrNull();
    }

    @Override
    public int currentKeyHash() {
        return current.hash();
    }

    // States

    @Override
    public <T> ValueState<T> value(ValueStateDescriptor<T> descriptor) {
        return value(StateKind.VALUE, descriptor, descriptor::createSerializer).asDeclared();
    }

    @Override
    public <T> ReducingState<T> reducing(ReducingStateDescriptor<T> descriptor) {
        Values<T> values = value(StateKind.REDUCING, descriptor, descriptor::createSerializer);
        return new ReducedValue<>(values.asDeclared(), values.living(), descriptor.reducer());
    }

    @Override
    public <IN, ACC, OUT> AggregatingState<IN, OUT> aggregating(AggregatingStateDescriptor<IN, ACC, OUT> descriptor) {
        Values<ACC> values = value(StateKind.AGGREGATING, descriptor, descriptor::createSerializer);
        return new AggregatedValue<>(values.asDeclared(), values.living(), descriptor.aggregator());
    }

    /**
     * A value state in two views.
     *
     * @param asDeclared returns what the descriptor wants returned
     * @param living never returns what has had its time
     */
    private record Values<T>(ValueState<T> asDeclared, ValueState<T> living) {}

    @SuppressWarnings("unchecked")
    private <T> Values<T> value(
            StateKind kind, StateDescriptor<?, ?> descriptor, Supplier<TypeSerializer<T>> serializers) {
        TypeSerializer<Object> values = untyped(serializers.get());
        TypeSerializer<Object> snapshotValues = untyped(serializers.get());
        TtlRule rule = rule(descriptor);
        // A value with a time is an object anyway.
        NumberKind number = rule == null ? NumberKind.of(values) : null;
        StateDefinition state = define(
                descriptor.getName(),
                kind,
                null,
                config.keySerializer(),
                number == null ? timed(rule, new PlainValues(values)) : new NumberValues(number, values),
                number == null
                        ? timed(rule, new PlainValues(snapshotValues))
                        : new NumberValues(number, snapshotValues),
                Map.of("value", values),
                rule);
        return (Values<T>) handles.computeIfAbsent(state, s -> {
            CurrentEntry entry = new CurrentEntry(cache, current, s);
            if (rule == null) {
                ValueState<T> plain =
                        number == null ? new CachedValueState<>(entry) : new CachedNumberState<>(entry, number);
                return new Values<>(plain, plain);
            }
            ValueState<TtlValue> stored = new CachedValueState<>(entry);
            cleaner.add(s, rule, null);
            return new Values<>(
                    new TtlValueState<T>(stored, rule, rule.returnsExpired()),
                    new TtlValueState<T>(stored, rule, false));
        });
    }

    private TtlRule rule(StateDescriptor<?, ?> descriptor) {
        StateTtlConfig ttl = descriptor.getTtlConfig();
        return ttl == null ? null : new TtlRule(clocks, ttl);
    }

    private static ValueFormat timed(TtlRule rule, ValueFormat values) {
        return rule == null ? values : new TtlValues(values);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> ListState<T> list(ListStateDescriptor<T> descriptor) {
        TypeSerializer<Object> elements = untyped(descriptor.createSerializer());
        TtlRule rule = rule(descriptor);
        StateDefinition state = define(
                descriptor.getName(),
                StateKind.LIST,
                null,
                config.keySerializer(),
                new ListValues(timed(rule, new PlainValues(elements))),
                new ListValues(timed(rule, new PlainValues(untyped(descriptor.createSerializer())))),
                Map.of("element", elements),
                rule);
        return (ListState<T>) handles.computeIfAbsent(state, s -> {
            if (rule == null) {
                return this.<T>list(s);
            }
            CachedListState<TtlValue> stored = list(s);
            cleaner.add(s, rule, stored);
            return new TtlListState<T>(stored, rule);
        });
    }

    private <T> CachedListState<T> list(StateDefinition state) {
        return new CachedListState<>(cache, reader, current, elementNumbers, state, maxWholeBytes());
    }

    private int maxWholeBytes() {
        long part = config.budget().limitBytes() / WHOLES_PER_BUDGET;
        return (int) Math.max(MIN_WHOLE_BYTES, Math.min(MAX_WHOLE_BYTES, part));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K, V> MapState<K, V> map(MapStateDescriptor<K, V> descriptor) {
        TypeSerializer<Object> mapKeys = untyped(descriptor.createKeySerializer());
        TypeSerializer<Object> values = untyped(descriptor.createValueSerializer());
        TtlRule rule = rule(descriptor);
        StateDefinition state = define(
                descriptor.getName(),
                StateKind.MAP,
                config.keySerializer(),
                mapKeys,
                timed(rule, new NullableValues(values)),
                timed(rule, new NullableValues(untyped(descriptor.createValueSerializer()))),
                Map.of("mapKey", mapKeys, "value", values),
                rule);
        return (MapState<K, V>) handles.computeIfAbsent(state, s -> {
            if (rule == null) {
                return this.<K, V>map(s);
            }
            cleaner.add(s, rule, null);
            return new TtlMapState<K, V>(map(s), rule);
        });
    }

    private <K, V> CachedMapState<K, V> map(StateDefinition state) {
        return new CachedMapState<>(cache, reader, current, state, maxWholeBytes());
    }

    @Override
    @SuppressWarnings("unchecked")
    public <N, V> NamespacedState<N, V> namespaced(
            String name, TypeSerializer<N> namespaceSerializer, TypeSerializer<V> valueSerializer) {
        StateDefinition state = define(
                name,
                StateKind.NAMESPACED,
                untyped(namespaceSerializer),
                config.keySerializer(),
                new PlainValues(untyped(valueSerializer)),
                new PlainValues(untyped(SerializerDuplicate.of(valueSerializer))),
                Map.of("namespace", namespaceSerializer, "value", valueSerializer),
                null);
        return (NamespacedState<N, V>) handles.computeIfAbsent(
                state, s -> new CachedNamespacedState<N, V>(cache, reader, current, s, lookAhead));
    }

    @Override
    public List<Object> keys(StateDescriptor<?, ?> descriptor) {
        declare(descriptor);
        return new KeyWalk(database, config.keyGroups(), config.keySerializer())
                .keys(definitions.get(descriptor.getName()));
    }

    private void declare(StateDescriptor<?, ?> descriptor) {
        switch (descriptor.kind()) {
            case VALUE -> value((ValueStateDescriptor<?>) descriptor);
            case LIST -> list((ListStateDescriptor<?>) descriptor);
            case MAP -> map((MapStateDescriptor<?, ?>) descriptor);
            case REDUCING -> reducing((ReducingStateDescriptor<?>) descriptor);
            case AGGREGATING -> aggregating((AggregatingStateDescriptor<?, ?, ?>) descriptor);
        }
    }

    private StateDefinition define(
            String name,
            StateKind kind,
            TypeSerializer<Object> outer,
            TypeSerializer<Object> inner,
            ValueFormat values,
            ValueFormat snapshotValues,
            Map<String, TypeSerializer<?>> serializers,
            TtlRule rule) {
        List<StateMeta> stored = registry.forms(name, kind);
        StateRegistry.Declaration declaration = registry.declare(name, kind, serializers);
        applyTimeToLive(name, kind, stored, declaration.holdsStored(), rule);
        declaration.rewrites().forEach(rewrite -> migrate(name, declaration.id(), rewrite, values));
        return definitions.computeIfAbsent(name, n -> {
            StateSerializers task = new StateSerializers(outer, inner, values);
            StateSerializers snapshot = new StateSerializers(
                    outer == null ? null : SerializerDuplicate.of(outer),
                    SerializerDuplicate.of(inner),
                    snapshotValues);
            StateDefinition state =
                    new StateDefinition(declaration.id(), name, kind, task, snapshot, declaration.holdsStored());
            if (rule != null) {
                rules.put(state, rule);
            }
            cache.add(state);
            return state;
        });
    }

    /** @param stored the forms in which the snapshot has the state, or in which it was declared before */
    private void applyTimeToLive(
            String name, StateKind kind, List<StateMeta> stored, boolean holdsStored, TtlRule rule) {
        String clock = TtlRewrite.nameOf(rule);
        long timeToLiveMs = rule == null ? 0 : rule.timeToLiveMs();
        for (StateMeta form : stored) {
            boolean isSameClock = form.getTtlClock().equals(clock);
            if (definitions.containsKey(name) && !(isSameClock && form.getTtlMs() == timeToLiveMs)) {
                throw new IllegalStateException("state \"" + name + "\" of operator \"" + config.operatorUid()
                        + "\" is asked for twice with different times to live");
            }
            if (holdsStored && !isSameClock && !context.isDatabaseEmpty()) {
                beginRewrite();
                new TtlRewrite(database, config.keyGroups(), clocks).rewrite(form, rule);
            }
        }
        registry.setTimeToLive(name, kind, clock, timeToLiveMs);
    }

    /**
     * The database is about to be rewritten for a state that is declared. A snapshot that was frozen before says how that
     * state was stored until now, so it has to have its picture first.
     */
    private void beginRewrite() {
        if (frozen != null || flush != null) {
            try {
                if (flush != null) {
                    flush.finish();
                } else {
                    frozen.awaitCaptured();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UncheckedIOException(new InterruptedIOException(
                        "interrupted while a snapshot was written that state has to wait for"));
            }
            settle();
        }
        context.onWrite();
    }

    /** Rewrites what the snapshot held of a state in another form than the declared one. */
    private void migrate(String name, int id, StateRegistry.Rewrite rewrite, ValueFormat values) {
        if (context.isDatabaseEmpty()) {
            return;
        }
        beginRewrite();
        try {
            ValueFormat format = rewrite.values() == null
                    ? null
                    : values.reading(rewrite.values().reader(values.serializer()));
            long entries = new StateMigration(database, config.keyGroups()).rewrite(rewrite.id(), id, format);
            LOG.info(
                    "Rewrote {} values of state \"{}\" of operator \"{}\": {}",
                    entries,
                    name,
                    config.operatorUid(),
                    rewrite.values() == null
                            ? "stored under another number"
                            : rewrite.values().differences());
        } catch (UncheckedIOException | CorruptDataException e) {
            throw e;
        } catch (RuntimeException e) {
            throw StateSchemaException.unreadable(config.operatorUid(), name, e);
        }
    }

    /** The states and timers that the operator has declared until now. */
    public List<OperatorStates.Keyed> declaredStates() {
        return registry.declared();
    }

    /**
     * What does not fit of the states that the operator declared while it opened. A store with misfits must not be used. A
     * state that is declared after this was asked, and does not fit, is refused at once.
     */
    public List<StateMisfit> misfits() {
        return registry.misfits();
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> untyped(TypeSerializer<?> serializer) {
        return (TypeSerializer<Object>) serializer;
    }

    /** The timers of the subtask. */
    public TimerQueue timers() {
        return timers;
    }

    /**
     * Removes a restored state, or a restored group of timers, with all that is in it. Called before it is declared.
     *
     * @return whether the snapshot had it
     */
    public boolean forget(String name, boolean isTimers) {
        List<Integer> ids = registry.forget(name, isTimers);
        if (ids.isEmpty()) {
            return false;
        }
        if (!context.isDatabaseEmpty()) {
            context.onWrite();
            StateRemoval removal = new StateRemoval(database, config.keyGroups());
            ids.forEach(isTimers ? removal::removeTimers : removal::removeState);
        }
        return true;
    }

    // A look from outside

    /** What the cache and the database have of a state, without the rules of its time to live. */
    private Object storedHandle(StateDefinition state) {
        return switch (state.kind()) {
            case LIST -> list(state);
            case MAP -> map(state);
            default -> new CachedValueState<Object>(new CurrentEntry(cache, current, state));
        };
    }

    /**
     * What a state holds under a key at the moment. Reads only, also the clock of its time to live stays as it is, and the
     * current key is the same afterwards.
     *
     * @param key the key's text, or for a composite one a list or map of texts, see {@link
     *     io.tidemark.checkpoint.plain.PlainWriter}
     * @param maxEntries of a list or map
     * @return nothing when the key belongs to another subtask
     * @throws StateLookException when there is no such state or the key is none
     */
    public Optional<LiveValue> look(String state, Object key, int maxEntries) {
        StateLook look = new StateLook(config, registry, definitions, this::storedHandle, rules);
        StateDefinition definition = look.state(state);
        Optional<StateLook.Key> own = look.key(key);
        if (own.isEmpty()) {
            return Optional.empty();
        }
        Object keyBefore = current.keyOrNull();
        int hashBefore = current.hash();
        try {
            current.set(own.get().value(), own.get().hash());
            cache.invalidateLookups();
            return Optional.of(look.read(definition, own.get(), maxEntries));
        } finally {
            current.set(keyBefore, hashBefore);
            cache.invalidateLookups();
        }
    }

    // Snapshots

    /**
     * Freezes everything as it is now, in constant time. Allowed only when no snapshot is being written.
     *
     * @throws IllegalStateException when one is
     */
    public Frozen freeze(long checkpointId) {
        if (!registry.misfits().isEmpty()) {
            throw StateSchemaException.misfits(registry.misfits());
        }
        settle();
        if (frozen != null) {
            throw new IllegalStateException(
                    "checkpoint " + checkpointId + " cannot be taken: the one before is still being written");
        }
        List<StateChanges> changes = cache.freeze();
        if (flush != null) {
            changes.add(0, flush.changes());
        }
        frozen = new FrozenStore(
                checkpointId,
                context,
                changes,
                flush,
                timers.freeze(),
                registry.all(),
                timers.nextRegistration(),
                elementNumbers.next(),
                new TtlMoment(cleaner.cuts(), clocks.activeMs(), clocks.firstWatermark()));
        frozenIsFlushed = false;
        flush = null;
        flushRule.onCheckpoint(tendedAtNs);
        return frozen;
    }

    /** Whether a snapshot is still being written. */
    public boolean isFrozen() {
        settle();
        return frozen != null;
    }

    /** A checkpoint that holds a snapshot of this store is complete. */
    public void checkpointComplete(long id) {
        context.uploads().onComplete(id);
    }

    /** A checkpoint will not become complete. What was stored for it is not relied upon. */
    public void checkpointAborted(long id) {
        // Nothing to forget: only files of complete checkpoints are taken to be safe.
    }

    /** Sees how far the writing of the frozen snapshot is. */
    private void settle() {
        if (flush != null && flush.isOver()) {
            settleFlush();
        }
        if (frozen == null) {
            return;
        }
        FrozenStore.Phase phase = frozen.phase();
        if (!frozenIsFlushed && phase.isFlushed()) {
            cache.onFlushed(frozen.lastEpoch());
            timers.onWritten();
            frozenIsFlushed = true;
        }
        if (phase.isOver() && frozen.isLetGo()) {
            if (frozenIsFlushed) {
                cache.add(frozen.tombstones());
            } else {
                cache.takeBack(frozen.changes());
                timers.takeBack();
            }
            frozen = null;
        }
    }

    private void settleFlush() {
        if (flush.isWritten()) {
            cache.onFlushed(flush.changes().epoch);
            cache.add(flush.tombstones());
            flushRule.onFlushed(flush.listedEntries(), flush.writtenEntries());
        } else {
            cache.takeBack(List.of(flush.changes()));
            flushRule.onFailed();
        }
        flush = null;
    }

    private void flushAhead(long nowNs) {
        if (!opensAhead && cache.changedEntries() >= SortedFiles.MIN_ENTRIES) {
            openAhead();
        }
        boolean isBusy = flush != null || frozen != null;
        switch (flushRule.next(new FlushRule.Facts(
                nowNs, cache.changedEntries(), isBusy, config.budget().isScarce()))) {
            case CLOSE -> {
                closeEpoch();
                flushRule.onClosed(nowNs);
            }
            case FLUSH -> {
                flushRule.onFlushBegun();
                flushOldest();
            }
            case NOTHING -> {}
        }
    }

    /** Opening waits for the disk, which the next snapshot need not do. */
    private void openAhead() {
        opensAhead = true;
        try {
            flusher.execute(database::openAhead);
        } catch (RejectedExecutionException e) {
            // The worker is ending.
        }
    }

    /** What is changed from now on is told apart from what was changed before. */
    void closeEpoch() {
        cache.closeEpoch();
    }

    /** Has the oldest closed epoch written in the background, if there is one and nothing is being written. */
    void flushOldest() {
        settle();
        if (flush != null || frozen != null || cache.closedEpochs() == 0) {
            return;
        }
        flush = new BackgroundFlush(context, cache.freezeOldest());
        try {
            flusher.execute(flush);
        } catch (RejectedExecutionException e) {
            // The worker is ending.
            flush.giveUp();
        }
    }

    // Memory

    /** True when the cache is over budget and cannot spill because a snapshot is being written: take no input now. */
    public boolean isStalled() {
        if (isStalled) {
            evictionPause = 0;
            care();
        }
        return isStalled;
    }

    private void care() {
        settle();
        cache.removeTombstones();
        accountTimers();
        if (!config.budget().isExceeded()) {
            isStalled = false;
            evictionPause = 0;
            return;
        }
        boolean mayWriteTimers = mayWriteTimers();
        boolean timersAreStuck = timerSpill.spill(mayWriteTimers) != TimerQueue.Spilled.DONE && !mayWriteTimers;
        accountTimers();
        if (evictionPause > 0) {
            evictionPause--;
        } else {
            boolean mayWrite = mayWrite();
            Evictor.Outcome outcome = evictor.evict(mayWrite);
            isStalled = timersAreStuck || (outcome != Evictor.Outcome.DONE && !mayWrite);
            if (isStalled && flush != null) {
                // No barrier comes through either, so nobody else would hurry it; it may be waiting behind other
                // stores'.
                flush.giveUp();
            }
            evictionPause = outcome == Evictor.Outcome.STUCK ? evictor.pause() : 0;
        }
    }

    private boolean mayWrite() {
        // What is being flushed must not overwrite what is newer.
        return flush == null && mayWriteTimers();
    }

    /** Timers are not flushed ahead. */
    private boolean mayWriteTimers() {
        // A snapshot that failed since settle() looked has to be taken back first: what it dropped goes before what is
        // written now.
        return frozen == null || (frozenIsFlushed && frozen.phase().mayOthersWrite());
    }

    /**
     * Called in every step of the task, between records, also when it has nothing to do. A store that is not used gives back
     * what it has of the budget as soon as it becomes scarce, a bounded bit a call. What has not been changed for a while is
     * written to the database in the background.
     *
     * @return whether something was given back, and more may follow
     */
    public boolean tend(long nowNs) {
        tendedAtNs = nowNs;
        if (flusher != null) {
            settle();
            flushAhead(nowNs);
        }
        if (cache.stamp() != seenStamp) {
            seenStamp = cache.stamp();
            usedAtNs = nowNs;
            share.setIdle(false);
        } else if (!share.isIdle() && nowNs - usedAtNs >= IDLE_NS) {
            share.setIdle(true);
            nothingToGiveUntilNs = nowNs;
        }
        return share.isIdle() && config.budget().isScarce() && nowNs - nothingToGiveUntilNs >= 0 && giveBack(nowNs);
    }

    private boolean giveBack(long nowNs) {
        settle();
        cache.removeTombstones();
        accountTimers();
        long usedBytes = cache.usedBytes();
        timerSpill.spill(mayWriteTimers());
        accountTimers();
        Evictor.Outcome outcome = evictor.evict(mayWrite());
        boolean given = cache.usedBytes() < usedBytes;
        if (outcome == Evictor.Outcome.STUCK || (outcome == Evictor.Outcome.DONE && !given)) {
            nothingToGiveUntilNs = nowNs + NOTHING_TO_GIVE_NS;
        }
        // Going over the cache is not using it.
        seenStamp = cache.stamp();
        return given || outcome == Evictor.Outcome.UNDER_WAY;
    }

    /** What the store has of the budget. */
    long cachedBytes() {
        return cache.usedBytes();
    }

    private void accountTimers() {
        long bytes = timers.heapBytes();
        cache.account(bytes - timerBytes);
        timerBytes = bytes;
    }

    /** Frees every native handle, at the latest when a snapshot that is being written notices. The directory can go. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cache.close();
            share.leave();
            context.close();
            if (flush != null) {
                flush.giveUp();
            }
            database.release();
        }
    }

    /** What the timer queue sees of the store. */
    private final class Backend implements TimerBackend {
        @Override
        public Object currentKey() {
            return current.key();
        }

        @Override
        public int currentKeyHash() {
            return current.hash();
        }

        @Override
        public int declareTimers(String name, TypeSerializer<?> namespaceSerializer) {
            StateRegistry.Declaration declaration =
                    registry.declare(name, StateKind.TIMERS, Map.of("namespace", namespaceSerializer));
            if (!declaration.rewrites().isEmpty() && !context.isDatabaseEmpty()) {
                beginRewrite();
                StateMigration migration = new StateMigration(database, config.keyGroups());
                declaration.rewrites().forEach(other -> migration.renumberTimers(other.id(), declaration.id()));
            }
            return declaration.id();
        }

        @Override
        public <T> TypeSerializer<T> duplicate(TypeSerializer<T> serializer) {
            return SerializerDuplicate.of(serializer);
        }

        @Override
        public KeyGroupRange keyGroups() {
            return config.keyGroups();
        }

        @Override
        public boolean isDatabaseUsed() {
            return !context.isDatabaseEmpty();
        }

        @Override
        public TimerScan scan(byte[] first, byte[] end) {
            return database.scan(Column.TIMERS, first, end);
        }

        @Override
        public boolean find(BinaryWriter key, BinaryReader into) {
            return database.get(Column.TIMERS, key, into);
        }

        @Override
        public boolean hasRoom() {
            accountTimers();
            // The other half is for state, which comes back as it is asked for.
            return config.budget().usedBytes() < config.budget().limitBytes() / 2;
        }

        @Override
        public long batchBytes() {
            return TimerSpill.batchBytes(config.budget().limitBytes());
        }
    }
}
