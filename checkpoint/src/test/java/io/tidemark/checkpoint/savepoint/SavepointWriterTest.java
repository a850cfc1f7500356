package io.tidemark.checkpoint.savepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.plain.PlainText;
import io.tidemark.checkpoint.plain.RandomValues;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.SnapshotEntries;
import io.tidemark.checkpoint.store.StoreConfig;
import io.tidemark.checkpoint.timer.Timer;
import io.tidemark.checkpoint.timer.TimerDomain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavepointWriterTest {
    @TempDir
    Path root;

    private static final ValueStateDescriptor<Long> TOTAL = new ValueStateDescriptor<>("total", Types.LONG);

    private String at(String name) {
        return root.resolve(name).toString();
    }

    // ------------------------------------------------------------------------------------ random states

    /** An operator that was written, as lines of text in no particular order: typed on one side, plain on the other. */
    private static final class Model {
        final RandomValues.Many key;
        final RandomValues.Many value;
        final RandomValues.Many mapKey;
        final Map<String, List<String>> lines = new TreeMap<>();

        Model(RandomValues random) {
            key = random.manyKeys();
            value = random.many(2);
            mapKey = random.manyKeys();
            List.of("value", "reducing", "list", "map", "windows", "timers")
                    .forEach(kind -> lines.put(kind, new ArrayList<>()));
        }

        ValueStateDescriptor<Object> valueState() {
            return new ValueStateDescriptor<>("value", value.type());
        }

        ReducingStateDescriptor<Object> reducingState() {
            return new ReducingStateDescriptor<>("reducing", (a, b) -> b, value.type());
        }

        ListStateDescriptor<Object> listState() {
            return new ListStateDescriptor<>("list", value.type());
        }

        MapStateDescriptor<Object, Object> mapState() {
            return new MapStateDescriptor<>("map", mapKey.type(), value.type());
        }

        void write(KeyedStateWriter<Object> writer, Random random) throws Exception {
            ValueState<Object> values = writer.value(valueState());
            ReducingState<Object> reduced = writer.reducing(reducingState());
            ListState<Object> lists = writer.list(listState());
            MapState<Object, Object> maps = writer.map(mapState());
            NamespacedState<Object, Object> windows = writer.namespaced(
                    "windows", mapKey.type().createSerializer(), value.type().createSerializer());
            Map<String, Object[]> keys = distinct(key, random.nextInt(20));
            for (Object[] k : keys.values()) {
                writer.setKey(k[0]);
                String keyText = PlainText.of(k[1]);
                Object[] v = present();
                if (v != null) {
                    values.update(v[0]);
                    line("value", keyText, PlainText.of(v[1]));
                    reduced.add(v[0]);
                    line("reducing", keyText, PlainText.of(v[1]));
                    for (int i = random.nextInt(4); i > 0; i--) {
                        v = present();
                        lists.add(v[0]);
                        line("list", keyText, PlainText.of(v[1]));
                    }
                }
                for (Object[] mk : distinct(mapKey, random.nextInt(4)).values()) {
                    Object[] mapped = random.nextInt(4) == 0
                            ? new Object[] {null, null}
                            : value.valueAndPlain().get();
                    maps.put(mk[0], mapped[0]);
                    line("map", keyText, PlainText.of(mk[1]), PlainText.of(mapped[1]));
                    Object[] inWindow = present();
                    if (inWindow != null) {
                        windows.put(mk[0], inWindow[0]);
                        line("windows", keyText, PlainText.of(mk[1]), PlainText.of(inWindow[1]));
                    }
                    long timestamp = random.nextInt(1000) - 500;
                    TimerDomain domain = random.nextBoolean() ? TimerDomain.EVENT : TimerDomain.PROCESSING;
                    writer.setTimer("timers", mapKey.type(), domain, mk[0], timestamp);
                    line("timers", keyText, PlainText.of(mk[1]), domain + " " + timestamp);
                }
            }
        }

        /** A value; null when the type has none but null. */
        private Object[] present() {
            Object[] made = value.valueAndPlain().get();
            return made[0] == null ? null : made;
        }

        private static Map<String, Object[]> distinct(RandomValues.Many of, int count) {
            Map<String, Object[]> distinct = new HashMap<>();
            for (int i = 0; i < count; i++) {
                Object[] made = of.valueAndPlain().get();
                distinct.put(PlainText.of(made[1]), made);
            }
            return distinct;
        }

        private void line(String kind, String... parts) {
            lines.get(kind).add(String.join(" | ", parts));
        }
    }

    private static List<String> texts(Entries<StateEntry<Object, Object, Object>> entries, boolean hasSubKey) {
        List<String> lines = new ArrayList<>();
        try (entries) {
            entries.forEachRemaining(entry -> lines.add(PlainText.of(entry.key()) + " | "
                    + (hasSubKey ? PlainText.of(entry.subKey()) + " | " : "") + PlainText.of(entry.value())));
        }
        return lines;
    }

    @Property(tries = 40)
    void what_a_writer_wrote_a_reader_reads_and_a_job_finds(@ForAll long seed) throws Exception {
        Path directory = Files.createTempDirectory("savepoint-property");
        try {
            Random random = new Random(seed);
            Model model = new Model(new RandomValues(seed));
            int maxParallelism = 8 << random.nextInt(4);
            String location = directory.resolve("written").toString();
            try (SavepointWriter writer = SavepointWriter.create("job", maxParallelism)) {
                OperatorWriter operator = writer.operator("op", "Operator", 1 + random.nextInt(3));
                try (KeyedStateWriter<Object> keyed = operator.keyed(model.key.type())) {
                    model.write(keyed, random);
                }
                writer.write(location);
            }

            Savepoint savepoint = Savepoints.open(location);
            try (SavepointReader reader = SavepointReader.of(savepoint)) {
                checkPlain(reader, model);
                checkTyped(reader, model);
                checkCounts(reader, model);
            }
            checkRestored(savepoint, model, maxParallelism, 1 + random.nextInt(4), directory.resolve("stores"));
        } finally {
            new ScratchDirectory(directory).close();
        }
    }

    private static void checkPlain(SavepointReader reader, Model model) {
        StoredOperator operator = reader.operator("Operator");
        for (StoredState state : operator.states()) {
            boolean hasSubKey = state.kind().equals("map") || state.kind().equals("namespaced");
            assertThat(texts(reader.entries(operator, state), hasSubKey))
                    .as(state.name())
                    .containsExactlyInAnyOrderElementsOf(model.lines.get(state.name()));
        }
        List<String> timers = new ArrayList<>();
        for (StoredState group : operator.timers()) {
            try (Entries<TimerEntry<Object, Object>> entries = reader.timers(operator, group)) {
                entries.forEachRemaining(timer -> timers.add(PlainText.of(timer.key()) + " | "
                        + PlainText.of(timer.namespace()) + " | " + timer.domain() + " " + timer.timestamp()));
            }
        }
        assertThat(timers).containsExactlyInAnyOrderElementsOf(model.lines.get("timers"));
    }

    /** Values that were read with their types are written again: equal values have equal bytes, and so equal plain forms. */
    private static void checkTyped(SavepointReader reader, Model model) {
        Function<Object, String> key = plainOf(model.key.type());
        Function<Object, String> mapKey = plainOf(model.mapKey.type());
        Function<Object, String> value = plainOf(model.value.type());
        List<String> values = new ArrayList<>();
        try (Entries<StateEntry<Object, Void, Object>> entries =
                reader.values("op", model.key.type(), model.valueState())) {
            entries.forEachRemaining(e -> values.add(key.apply(e.key()) + " | " + value.apply(e.value())));
        }
        assertThat(values).containsExactlyInAnyOrderElementsOf(model.lines.get("value"));
        List<String> reduced = new ArrayList<>();
        try (Entries<StateEntry<Object, Void, Object>> entries =
                reader.reduced("op", model.key.type(), model.reducingState())) {
            entries.forEachRemaining(e -> reduced.add(key.apply(e.key()) + " | " + value.apply(e.value())));
        }
        assertThat(reduced).containsExactlyInAnyOrderElementsOf(model.lines.get("reducing"));
        Map<String, List<String>> elements = new HashMap<>();
        try (Entries<StateEntry<Object, Void, Object>> entries =
                reader.elements("op", model.key.type(), model.listState())) {
            entries.forEachRemaining(e -> elements.computeIfAbsent(key.apply(e.key()), k -> new ArrayList<>())
                    .add(key.apply(e.key()) + " | " + value.apply(e.value())));
        }
        assertThat(elements.values().stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(model.lines.get("list"));
        elements.forEach((k, ofKey) -> assertThat(
                        model.lines.get("list").stream().filter(ofKey::contains).toList())
                .as("the order of the list of " + k)
                .containsSubsequence(ofKey));
        List<String> maps = new ArrayList<>();
        try (Entries<StateEntry<Object, Object, Object>> entries =
                reader.mapEntries("op", model.key.type(), model.mapState())) {
            entries.forEachRemaining(e -> maps.add(key.apply(e.key()) + " | " + mapKey.apply(e.subKey()) + " | "
                    + (e.value() == null ? "null" : value.apply(e.value()))));
        }
        assertThat(maps).containsExactlyInAnyOrderElementsOf(model.lines.get("map"));
    }

    private static Function<Object, String> plainOf(TypeInformation<Object> type) {
        TypeSerializer<Object> serializer = type.createSerializer();
        io.tidemark.checkpoint.plain.PlainReader reader =
                io.tidemark.checkpoint.plain.PlainReader.of(serializer.schema());
        return value -> {
            io.tidemark.api.type.BinaryWriter out = new io.tidemark.api.type.BinaryWriter(64);
            serializer.serialize(value, out);
            return PlainText.of(reader.read(out.toByteArray()));
        };
    }

    private static void checkCounts(SavepointReader reader, Model model) {
        StoredOperator operator = reader.operator("op");
        reader.counts(operator, true).forEach((state, count) -> {
            assertThat(count.isExact()).isTrue();
            assertThat(count.entries())
                    .as(state.name())
                    .isEqualTo(model.lines.get(state.name()).size());
        });
    }

    /** Opens the savepoint as the subtasks of a job do, at any parallelism, and asks for what was written. */
    private static void checkRestored(
            Savepoint savepoint, Model model, int maxParallelism, int parallelism, Path directory) throws Exception {
        List<KeyedStateHandle> handles = savepoint.manifest().getTasksList().stream()
                .flatMap(task -> task.getOperatorsList().stream())
                .filter(OperatorSnapshot::hasKeyed)
                .map(OperatorSnapshot::getKeyed)
                .toList();
        TypeSerializer<Object> keys = model.key.type().createSerializer();
        Function<Object, String> keyText = plainOf(model.key.type());
        Function<Object, String> valueText = plainOf(model.value.type());
        List<String> found = new ArrayList<>();
        int timers = 0;
        try (NativeMemory memory = NativeMemory.create(8 << 20);
                SavepointReader reader = SavepointReader.of(savepoint)) {
            for (int subtask = 0; subtask < parallelism; subtask++) {
                KeyGroupRange range = KeyGroups.range(subtask, parallelism, maxParallelism);
                StoreConfig config = new StoreConfig(
                        directory.resolve("store-" + subtask),
                        "op",
                        range,
                        maxParallelism,
                        keys,
                        new CacheBudget(1 << 20),
                        memory);
                try (KeyedStateStore store = KeyedStateStore.open(
                                config,
                                handles.stream().filter(h -> overlaps(h, range)).toList(),
                                savepoint.files());
                        Entries<StateEntry<Object, Void, Object>> all =
                                reader.values("op", model.key.type(), model.valueState())) {
                    ValueState<Object> values = store.value(model.valueState());
                    while (all.hasNext()) {
                        Object key = all.next().key();
                        store.setCurrentKey(key);
                        Object value = values.value();
                        if (value != null) {
                            found.add(keyText.apply(key) + " | " + valueText.apply(value));
                        }
                    }
                    store.timers().group("timers", model.mapKey.type().createSerializer());
                    timers += drain(store);
                }
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(model.lines.get("value"));
        assertThat(timers).isEqualTo(model.lines.get("timers").size());
    }

    private static boolean overlaps(KeyedStateHandle handle, KeyGroupRange range) {
        return range.overlaps(new KeyGroupRange(handle.getFirstKeyGroup(), handle.getLastKeyGroup()));
    }

    private static int drain(KeyedStateStore store) {
        int timers = 0;
        for (TimerDomain domain : TimerDomain.values()) {
            for (Timer due = store.timers().pollDue(domain, Long.MAX_VALUE);
                    due != null;
                    due = store.timers().pollDue(domain, Long.MAX_VALUE)) {
                timers++;
            }
        }
        return timers;
    }

    // ------------------------------------------------------------------------------------ changing one

    /** Totals by name, a second state, timers and an own list, over two subtasks. */
    private String writeTotals(String name) throws Exception {
        try (SavepointWriter writer = SavepointWriter.create("sums", 128)) {
            OperatorWriter count = writer.operator("count", "Count", 2);
            count.watermark(5000).own("offsets", Types.LONG.createSerializer(), List.of(1L, 2L, 3L));
            try (KeyedStateWriter<String> keyed = count.keyed(Types.STRING)) {
                ValueState<Long> total = keyed.value(TOTAL);
                ListState<String> seen = keyed.list(new ListStateDescriptor<>("seen", Types.STRING));
                for (int i = 0; i < 100; i++) {
                    keyed.setKey("key-" + i);
                    total.update(1000L * i);
                    seen.add("first of " + i);
                    keyed.setTimer(TimerDomain.EVENT, 6000 + i);
                }
            }
            writer.operator("other").own("notes", Types.STRING.createSerializer(), List.of("kept"));
            writer.write(at(name));
        }
        return at(name);
    }

    private static Map<String, String> totals(String location) throws Exception {
        Map<String, String> totals = new TreeMap<>();
        try (SavepointReader reader = SavepointReader.open(location)) {
            StoredOperator count = reader.operator("count");
            StoredState total = count.states().stream()
                    .filter(state -> state.name().equals("total"))
                    .findFirst()
                    .orElseThrow();
            try (Entries<StateEntry<Object, Object, Object>> entries = reader.entries(count, total)) {
                entries.forEachRemaining(e -> totals.put((String) e.key(), PlainText.of(e.value())));
            }
        }
        return totals;
    }

    @Test
    void the_values_of_a_state_are_changed_and_their_type_with_them_and_all_else_stays() throws Exception {
        String before = writeTotals("before");

        Savepoint savepoint = Savepoints.open(before);
        try (SavepointReader reader = SavepointReader.of(savepoint);
                SavepointWriter writer = SavepointWriter.of(savepoint)) {
            writer.operator("count").removeState("total");
            try (Entries<StateEntry<String, Void, Long>> totals =
                            reader.values("count", Types.STRING, new ValueStateDescriptor<>("total", Types.LONG));
                    KeyedStateWriter<String> keyed = writer.operator("count").keyed(Types.STRING)) {
                ValueState<Double> total = keyed.value(new ValueStateDescriptor<>("total", Types.DOUBLE));
                while (totals.hasNext()) {
                    StateEntry<String, Void, Long> entry = totals.next();
                    keyed.setKey(entry.key());
                    total.update(entry.value() / 1000.0);
                }
            }
            writer.write(at("in-seconds"));
        }

        assertThat(totals(before)).hasSize(100).containsEntry("key-7", "7000");
        assertThat(totals(at("in-seconds"))).hasSize(100).containsEntry("key-7", "7.0");
        try (SavepointReader reader = SavepointReader.open(at("in-seconds"))) {
            StoredOperator count = reader.operator("count");
            assertThat(count.parallelism()).isEqualTo(2);
            assertThat(count.watermark()).isEqualTo(5000);
            assertThat(reader.own("count", "offsets", Types.LONG.createSerializer()))
                    .containsExactlyInAnyOrder(1L, 2L, 3L);
            assertThat(reader.own(reader.operator("other"), "notes")).containsExactly("kept");
            Map<String, Long> entries = new TreeMap<>();
            reader.counts(count, true).forEach((state, has) -> entries.put(state.name(), has.entries()));
            assertThat(entries).isEqualTo(Map.of("total", 100L, "seen", 100L, SavepointWriter.FUNCTION_TIMERS, 100L));
        }
    }

    @Test
    void a_state_and_timers_are_removed_without_any_type_and_their_files_with_them() throws Exception {
        String before = writeTotals("before");

        try (SavepointWriter writer = SavepointWriter.of(Savepoints.open(before))) {
            writer.operator("count").removeState("seen").removeTimers(SavepointWriter.FUNCTION_TIMERS);
            writer.write(at("after"));
        }

        assertThat(totals(at("after"))).isEqualTo(totals(before));
        try (SavepointReader reader = SavepointReader.open(at("after"))) {
            StoredOperator count = reader.operator("count");
            assertThat(count.states()).extracting(StoredState::name).containsExactly("total");
            assertThat(count.timers()).isEmpty();
            assertThat(reader.counts(count, true).values())
                    .extracting(EntryCount::entries)
                    .containsExactly(100L);
        }
        assertThat(filesOf(at("after"))).isEqualTo(namedBy(at("after")));
        assertThat(allEntriesIn(at("after")))
                .as("entries, also of states without a name")
                .isEqualTo(100);
    }

    private int allEntriesIn(String location) throws Exception {
        Savepoint savepoint = Savepoints.open(location);
        int entries = 0;
        try (NativeMemory memory = NativeMemory.create(1 << 20)) {
            for (TaskSnapshot task : savepoint.manifest().getTasksList()) {
                KeyedStateHandle handle = task.getOperators(0).getKeyed();
                if (handle.getFilesCount() == 0) {
                    continue;
                }
                Path directory = root.resolve("raw-" + task.getSubtask());
                try (SnapshotEntries all = SnapshotEntries.open(handle, savepoint.files(), directory, memory)) {
                    for (int group = handle.getFirstKeyGroup(); group <= handle.getLastKeyGroup(); group++) {
                        entries += count(all.states(group)) + count(all.timers(group));
                    }
                }
            }
        }
        return entries;
    }

    private static int count(SnapshotEntries.Walk walk) {
        int entries = 0;
        try (walk) {
            while (walk.next()) {
                entries++;
            }
        }
        return entries;
    }

    private static TreeSet<String> filesOf(String location) throws Exception {
        try (Stream<Path> files = Files.list(Path.of(location, "files"))) {
            TreeSet<String> names = new TreeSet<>();
            files.forEach(file -> names.add(file.getFileName().toString()));
            return names;
        }
    }

    private static TreeSet<String> namedBy(String location) throws Exception {
        TreeSet<String> names = new TreeSet<>();
        for (TaskSnapshot task : Savepoints.open(location).manifest().getTasksList()) {
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                operator.getKeyed()
                        .getFilesList()
                        .forEach(file -> names.add(file.getFile().getSha256()));
            }
        }
        return names;
    }

    @Test
    void an_operator_is_left_out_with_all_that_it_has() throws Exception {
        try (SavepointWriter writer = SavepointWriter.of(Savepoints.open(writeTotals("before")))) {
            writer.remove("count");
            writer.write(at("after"));
        }

        try (SavepointReader reader = SavepointReader.open(at("after"))) {
            assertThat(reader.operators()).extracting(StoredOperator::uid).containsExactly("other");
            assertThat(reader.savepoint().manifest().getFilesList()).isEmpty();
        }
    }

    @Test
    void what_was_on_its_way_to_an_operator_that_is_left_out_does_not_come_to_the_one_behind_it() throws Exception {
        CheckpointStorage checkpoints = CheckpointStorage.directory(root.resolve("checkpoints"), "job");
        FileRef records = checkpoints.put(new byte[] {1});
        TaskSnapshot chain = TaskSnapshot.newBuilder()
                .setParallelism(1)
                .setMaxParallelism(8)
                .addOperators(OperatorSnapshot.newBuilder().setUid("head"))
                .addOperators(OperatorSnapshot.newBuilder().setUid("behind"))
                .addInFlight(InFlightData.newBuilder().setFile(records))
                .build();
        String unaligned = checkpoints.writeManifest(CheckpointManifest.newBuilder()
                .setJobId("job")
                .setCheckpointId(1)
                .addTasks(chain)
                .addFiles(records)
                .build());

        try (SavepointWriter writer = SavepointWriter.of(Savepoints.open(unaligned))) {
            writer.write(at("same"));
            writer.remove("head");
            writer.write(at("without"));
        }

        assertThat(Savepoints.open(at("same")).manifest().getTasks(0)).isEqualTo(chain);
        assertThat(Savepoints.open(at("same")).files().exists(records)).isTrue();
        CheckpointManifest without = Savepoints.open(at("without")).manifest();
        assertThat(without.getTasks(0).getOperatorsList())
                .extracting(OperatorSnapshot::getUid)
                .containsExactly("behind");
        assertThat(without.getTasks(0).getInFlightList()).isEmpty();
        assertThat(without.getFilesList()).isEmpty();
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void no_savepoint_is_made_without_state_that_could_not_be_written() throws Exception {
        try (SavepointWriter writer = SavepointWriter.of(Savepoints.open(writeTotals("before")))) {
            KeyedStateWriter<String> keyed = writer.operator("count").keyed(Types.STRING);
            ValueState names = keyed.value(new ValueStateDescriptor<>("name", Types.STRING));
            keyed.setKey("key-7");
            names.update("seven");
            names.update(7);
            assertThatExceptionOfType(ClassCastException.class).isThrownBy(keyed::close);

            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> writer.write(at("after")))
                    .withMessageContaining("\"count\" was not closed, or not well");
        }
        assertThat(root.resolve("after")).doesNotExist();
    }

    @Test
    void single_keys_are_changed_in_place() throws Exception {
        try (SavepointWriter writer = SavepointWriter.of(Savepoints.open(writeTotals("before")))) {
            try (KeyedStateWriter<String> keyed = writer.operator("count").keyed(Types.STRING)) {
                ValueState<Long> total = keyed.value(TOTAL);
                keyed.setKey("key-7");
                total.update(total.value() + 1);
                keyed.setKey("key-8");
                total.clear();
                keyed.deleteTimer(TimerDomain.EVENT, 6008);
            }
            writer.write(at("after"));
        }

        assertThat(totals(at("after")))
                .hasSize(99)
                .containsEntry("key-7", "7001")
                .containsEntry("key-6", "6000")
                .doesNotContainKey("key-8");
        try (SavepointReader reader = SavepointReader.open(at("after"));
                Entries<TimerEntry<String, Void>> timers =
                        reader.timers("count", Types.STRING, SavepointWriter.FUNCTION_TIMERS, Types.VOID)) {
            List<Long> timestamps = new ArrayList<>();
            timers.forEachRemaining(timer -> timestamps.add(timer.timestamp()));
            assertThat(timestamps).hasSize(99).contains(6007L).doesNotContain(6008L);
        }
    }

    @Test
    void a_state_that_subtasks_stored_in_different_forms_is_there_once_for_each_and_read_whole_by_a_type_that_fits()
            throws Exception {
        try (SavepointWriter writer = SavepointWriter.create("forms", 128)) {
            try (KeyedStateWriter<String> keyed = writer.operator("op").keyed(Types.STRING)) {
                ValueState<Integer> narrow = keyed.value(new ValueStateDescriptor<>("total", Types.INT));
                for (String key : List.of("a", "b", "c", "d")) {
                    keyed.setKey(key);
                    narrow.update((int) key.charAt(0));
                }
            }
            writer.write(at("narrow"));
        }
        // The same keys as a later version of the job stores them; both as subtasks of one operator.
        try (SavepointWriter writer = SavepointWriter.of(Savepoints.open(at("narrow")))) {
            try (KeyedStateWriter<String> keyed = writer.operator("later").keyed(Types.STRING)) {
                ValueState<Long> wide = keyed.value(TOTAL);
                keyed.setKey("e");
                wide.update(5L << 40);
            }
            writer.write(at("both"));
        }
        Savepoint both = Savepoints.open(at("both"));
        Savepoint merged = new Savepoint(
                both.manifest().toBuilder()
                        .clearTasks()
                        .addAllTasks(both.manifest().getTasksList().stream()
                                .map(task -> task.toBuilder()
                                        .setOperators(
                                                0,
                                                task.getOperators(0).toBuilder().setUid("op"))
                                        .build())
                                .toList())
                        .build(),
                both.files(),
                both.location());

        try (SavepointReader reader = SavepointReader.of(merged)) {
            StoredOperator operator = reader.operator("op");
            assertThat(operator.states()).extracting(StoredState::schemaLine).containsExactly("Integer", "Long");
            assertThat(reader.counts(operator, true).values())
                    .extracting(EntryCount::entries)
                    .containsExactly(4L, 1L);
            Map<String, Long> read = new TreeMap<>();
            try (Entries<StateEntry<String, Void, Long>> entries = reader.values("op", Types.STRING, TOTAL)) {
                entries.forEachRemaining(entry -> read.put(entry.key(), entry.value()));
            }
            assertThat(read).isEqualTo(Map.of("a", 97L, "b", 98L, "c", 99L, "d", 100L, "e", 5L << 40));
        }
    }

    @Test
    void values_that_grow_old_are_read_without_their_time_and_written_with_it() throws Exception {
        ValueStateDescriptor<Long> aging = new ValueStateDescriptor<>("total", Types.LONG);
        aging.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofDays(1)).build());
        MapStateDescriptor<String, Long> agingMap = new MapStateDescriptor<>("map", Types.STRING, Types.LONG);
        agingMap.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofDays(1)).build());
        try (SavepointWriter writer = SavepointWriter.create("aging", 128)) {
            try (KeyedStateWriter<String> keyed = writer.operator("count").keyed(Types.STRING)) {
                ValueState<Long> total = keyed.value(aging);
                MapState<String, Long> map = keyed.map(agingMap);
                keyed.setKey("a");
                total.update(7L);
                map.put("x", null);
            }
            writer.write(at("aging"));
        }

        assertThat(totals(at("aging"))).isEqualTo(Map.of("a", "7"));
        try (SavepointReader reader = SavepointReader.open(at("aging"))) {
            assertThat(reader.operator("count").states()).allSatisfy(state -> {
                assertThat(state.ttlClock()).isEqualTo("PROCESSING");
                assertThat(state.ttlMs()).isEqualTo(Duration.ofDays(1).toMillis());
            });
            try (Entries<StateEntry<String, String, Long>> entries =
                    reader.mapEntries("count", Types.STRING, agingMap)) {
                assertThat(entries.next()).isEqualTo(new StateEntry<>("a", "x", null));
                assertThat(entries.hasNext()).isFalse();
            }
        }
    }

    // ------------------------------------------------------------------------------------ mistakes

    @Test
    void what_there_is_not_is_told_with_the_nearest_name() throws Exception {
        try (SavepointReader reader = SavepointReader.open(writeTotals("before"))) {
            assertThatExceptionOfType(NoSuchStateException.class)
                    .isThrownBy(() -> reader.operator("cuont"))
                    .withMessageContaining("has no operator \"cuont\"")
                    .withMessageContaining("Did you mean \"count\"?");
            assertThatExceptionOfType(NoSuchStateException.class)
                    .isThrownBy(() ->
                            reader.values("count", Types.STRING, new ValueStateDescriptor<>("totals", Types.LONG)))
                    .withMessageContaining("Did you mean \"total\"?");
        }
    }

    @Test
    void a_state_that_is_read_as_something_else_is_refused_with_both() throws Exception {
        try (SavepointReader reader = SavepointReader.open(writeTotals("before"))) {
            assertThatExceptionOfType(StateTypeException.class)
                    .isThrownBy(
                            () -> reader.values("count", Types.STRING, new ValueStateDescriptor<>("total", Types.INT)))
                    .withMessageContaining("is stored as Long, and was read as Integer");
            assertThatExceptionOfType(StateTypeException.class)
                    .isThrownBy(() -> reader.own("count", "offsets", Types.STRING.createSerializer()));
            assertThatExceptionOfType(StateTypeException.class)
                    .isThrownBy(() -> reader.values("count", Types.LONG, TOTAL))
                    .withMessageContaining("key of the keyed state");
            assertThatExceptionOfType(StateTypeException.class)
                    .isThrownBy(() ->
                            reader.elements("count", Types.STRING, new ListStateDescriptor<>("total", Types.LONG)))
                    .withMessageContaining("is value state, and was read as list state");
        }
    }

    @Test
    void a_savepoint_is_never_written_over() throws Exception {
        String before = writeTotals("before");
        try (SavepointWriter writer = SavepointWriter.of(Savepoints.open(before))) {
            assertThatExceptionOfType(SavepointExistsException.class).isThrownBy(() -> writer.write(before));
        }
    }

    @Test
    void a_large_state_is_counted_in_part_and_near_enough() throws Exception {
        try (SavepointWriter writer = SavepointWriter.create("large", 128)) {
            try (KeyedStateWriter<Long> keyed = writer.operator("op").keyed(Types.LONG)) {
                ValueState<Long> state = keyed.value(TOTAL);
                for (long i = 0; i < 200_000; i++) {
                    keyed.setKey(i);
                    state.update(i);
                }
            }
            writer.write(at("large"));
        }

        try (SavepointReader reader = SavepointReader.open(at("large"))) {
            StoredOperator operator = reader.operator("op");
            EntryCount inferred =
                    reader.counts(operator, false).values().iterator().next();
            EntryCount exact = reader.counts(operator, true).values().iterator().next();

            assertThat(exact.entries()).isEqualTo(200_000);
            assertThat(exact.isExact()).isTrue();
            assertThat(inferred.isExact()).isFalse();
            assertThat(inferred.entries()).isBetween(190_000L, 210_000L);
            assertThat(inferred.bytes()).isBetween(exact.bytes() * 95 / 100, exact.bytes() * 105 / 100);
        }
    }

    @Test
    void nothing_is_left_in_the_directory_for_temporary_files() throws Exception {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        TreeSet<Path> before = scratchIn(temporary);
        try (SavepointReader reader = SavepointReader.open(writeTotals("before"))) {
            StoredOperator count = reader.operator("count");
            reader.counts(count, true);
        }
        assertThat(before).containsAll(scratchIn(temporary));
    }

    private static TreeSet<Path> scratchIn(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            TreeSet<Path> scratch = new TreeSet<>();
            files.filter(file -> file.getFileName().toString().startsWith("tidemark-s"))
                    .forEach(scratch::add);
            return scratch;
        }
    }
}
