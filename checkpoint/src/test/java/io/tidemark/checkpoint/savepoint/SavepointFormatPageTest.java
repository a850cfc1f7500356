package io.tidemark.checkpoint.savepoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.StableHash;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.plain.PlainReader;
import io.tidemark.checkpoint.proto.CheckpointKind;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.StoredKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds {@code docs/savepoint-format.md} to what the code does. */
class SavepointFormatPageTest {
    private static final Pattern FIELD = Pattern.compile("`([a-z_]+)` \\((\\d+)(?::[^)]*)?\\)");

    @TempDir
    Path directory;

    private final String page = read();

    private static String read() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path page = at.resolve("docs/savepoint-format.md");
            if (Files.exists(page)) {
                try {
                    return Files.readString(page);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        }
        throw new AssertionError("docs/savepoint-format.md is not there");
    }

    /** The item of the list that tells of a message. */
    private String itemOf(Descriptor message) {
        int begin = page.indexOf("* `" + message.getName() + "`");
        assertThat(begin).as("an item of " + message.getName()).isPositive();
        int end = page.indexOf("\n* ", begin + 1);
        int section = page.indexOf("\n## ", begin);
        return page.substring(begin, end < 0 || end > section ? section : end);
    }

    @Test
    void every_field_that_is_named_has_that_number() {
        int fields = 0;
        for (Descriptor message : List.of(
                CheckpointManifest.getDescriptor(),
                TaskSnapshot.getDescriptor(),
                OperatorSnapshot.getDescriptor(),
                NamedState.getDescriptor(),
                KeyedStateHandle.getDescriptor(),
                StateMeta.getDescriptor())) {
            Matcher named = FIELD.matcher(itemOf(message));
            while (named.find()) {
                FieldDescriptor field = message.findFieldByName(named.group(1));
                assertThat(field).as(message.getName() + "." + named.group(1)).isNotNull();
                assertThat(field.getNumber()).as(field.getFullName()).isEqualTo(Integer.parseInt(named.group(2)));
                fields++;
            }
        }
        assertThat(fields).isGreaterThan(25);
        for (FieldDescriptor field : StateMeta.getDescriptor().getFields()) {
            assertThat(itemOf(StateMeta.getDescriptor())).contains("`" + field.getName() + "`");
        }
    }

    @Test
    void the_kinds_of_checkpoints_have_the_numbers_that_are_told() {
        assertThat(page)
                .contains("`CHECKPOINT` = " + CheckpointKind.CHECKPOINT.getNumber())
                .contains("`SAVEPOINT` = " + CheckpointKind.SAVEPOINT.getNumber());
    }

    @Test
    void every_kind_of_schema_and_every_basic_type_is_told() {
        for (SerializerSnapshot.Kind kind : SerializerSnapshot.Kind.values()) {
            assertThat(page).contains("`" + kind.name() + "`");
        }
        for (String type : PlainReader.basicTypes()) {
            assertThat(page).contains("`" + type + "`");
        }
    }

    @Test
    void every_kind_of_state_is_told() {
        List<String> kinds = StoredKey.knownKinds();
        assertThat(kinds).contains("value", "list", "map");
        for (String kind : kinds) {
            assertThat(page).contains("\n| `" + kind + "` |");
        }
    }

    @Test
    void a_manifest_has_the_header_that_is_told() throws IOException {
        CheckpointStorage storage = CheckpointStorage.in(directory);
        storage.writeManifest(
                CheckpointManifest.newBuilder().setCheckpointId(42).build());

        Path file = directory.resolve("checkpoints/chk-0000000042.manifest");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        byte[] magic = new byte[8];
        bytes.get(magic);
        assertThat(page).contains("`" + new String(magic, StandardCharsets.US_ASCII) + "`");
        assertThat(page).contains("Format version " + bytes.getInt() + ".");
        assertThat(bytes.getLong()).isEqualTo(bytes.remaining() - 32);
    }

    @Test
    void the_constants_of_the_hash_are_those_that_are_told_and_give_the_key_group() {
        Random random = new Random(1);
        int[] scramble = constants("scramble\\(v\\) += rotl\\(v \\* 0x(\\p{XDigit}+), 15\\) \\* 0x(\\p{XDigit}+)");
        int[] combine = constants("rotl\\(h \\^ scramble\\(next\\), 13\\) \\* 5 \\+ 0x(\\p{XDigit}+)");
        int[] finish = constants("\\* 0x(\\p{XDigit}+);  h = \\(h \\^ \\(h >>> 13\\)\\) \\* 0x(\\p{XDigit}+)");
        for (int i = 0; i < 1000; i++) {
            int h = random.nextInt();
            int next = random.nextInt();
            int scrambled = Integer.rotateLeft(next * scramble[0], 15) * scramble[1];
            assertThat(StableHash.combine(h, next)).isEqualTo(Integer.rotateLeft(h ^ scrambled, 13) * 5 + combine[0]);
            int f = (h ^ (h >>> 16)) * finish[0];
            f = (f ^ (f >>> 13)) * finish[1];
            f ^= f >>> 16;
            assertThat(StableHash.finish(h)).isEqualTo(f);
            assertThat(KeyGroups.keyGroup(h, 128)).isEqualTo((int) (((f & 0xFFFFFFFFL) * 128) >>> 32));
        }
    }

    private int[] constants(String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(page);
        assertThat(found.find()).as(pattern).isTrue();
        int[] constants = new int[found.groupCount()];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = Integer.parseUnsignedInt(found.group(i + 1), 16);
        }
        return constants;
    }

    @Test
    void the_names_of_what_is_in_the_database_are_those_that_are_told() {
        Map<String, String> told = Map.of(
                "default",
                "column families, `default`",
                "timers",
                "`timers`",
                "function",
                SavepointWriter.FUNCTION_TIMERS);
        told.values().forEach(text -> assertThat(page).contains(text));
    }
}
