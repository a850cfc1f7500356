package io.tidemark.deploy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.coordinator.planning.PlanningConfig;
import io.tidemark.coordinator.planning.PlanningFailure;
import io.tidemark.coordinator.planning.PlanningProcess;
import io.tidemark.coordinator.proto.PlanningRequest;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.RestoreFrom;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A savepoint of one version of a job against jars of others, whose classes have the same names. */
class StateDiffCommandTest {
    private static final String JOB = """
            package jobs;
            import io.tidemark.api.StreamExecutionEnvironment;
            import io.tidemark.api.function.*;
            import io.tidemark.api.state.*;
            import io.tidemark.api.type.*;
            public class Totals {
                %s
                public static class Sum extends KeyedProcessFunction<String, String, String> {
                    private transient ValueState<Order> orders;
                    @Override
                    public void open(OpenContext context) throws Exception {
                        %s
                        orders = getRuntimeContext().getState(new ValueStateDescriptor<>("orders", Order.class));
                    }
                    @Override
                    public void processElement(String value, Context context, Collector<String> out) {}
                }
                public static void main(String[] args) throws Exception {
                    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
                    env.fromData("a", "b").uid("source").keyBy(value -> value).process(new Sum()).uid("sum")
                            .print().uid("print");
                    if (args.length > 0 && !String.join(" ", args).equals("--records 5")) {
                        throw new IllegalArgumentException(String.join(" ", args));
                    }
                    env.execute("totals");
                }
            }
            """;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String savepoint;

    @BeforeEach
    void writeASavepointOfTheFirstVersion() throws Exception {
        savepoint = savepoint("public record Order(String id, int amount, long gone) {}", "sum");
    }

    private String savepoint(String order, String uid) throws Exception {
        Path classes = compile(JOB.formatted(order, ""));
        SerializerSnapshot schema;
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            schema = TypeInformation.of(loader.loadClass("jobs.Totals$Order"))
                    .createSerializer()
                    .schema();
        }
        CheckpointStorage checkpoints = CheckpointStorage.directory(directory.resolve("checkpoints"), "0123456789ab");
        FileRef file = checkpoints.put("a file of the database".getBytes(StandardCharsets.UTF_8));
        KeyedStateHandle keyed = KeyedStateHandle.newBuilder()
                .setLastKeyGroup(127)
                .addFiles(StoreFile.newBuilder().setName("1.sst").setFile(file))
                .setKeySchema(bytes(Types.STRING.createSerializer().schema()))
                .addStates(StateMeta.newBuilder()
                        .setId(1)
                        .setName("orders")
                        .setKind("value")
                        .putSchemas("value", bytes(schema)))
                .build();
        CheckpointManifest manifest = CheckpointManifest.newBuilder()
                .setJobId("0123456789ab")
                .setJobName("totals")
                .setCheckpointId(7)
                .addFiles(file)
                .addTasks(TaskSnapshot.newBuilder()
                        .setParallelism(1)
                        .setMaxParallelism(128)
                        .addOperators(OperatorSnapshot.newBuilder().setUid(uid).setKeyed(keyed)))
                .build();
        return Savepoints.write(
                manifest,
                checkpoints,
                Files.createTempDirectory(directory, "savepoints").toString());
    }

    private static ByteString bytes(SerializerSnapshot schema) {
        BinaryWriter writer = new BinaryWriter(64);
        schema.writeTo(writer);
        return ByteString.copyFrom(writer.toByteArray());
    }

    private Path compile(String source) throws Exception {
        Path classes = Files.createTempDirectory(directory, "classes");
        StringWriter problems = new StringWriter();
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(
                        problems,
                        null,
                        null,
                        List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none"),
                        null,
                        List.of(
                                new SimpleJavaFileObject(
                                        URI.create("string:///jobs/Totals.java"), SimpleJavaFileObject.Kind.SOURCE) {
                                    @Override
                                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                                        return source;
                                    }
                                }))
                .call();
        assertThat(compiled).describedAs(problems.toString()).isTrue();
        return classes;
    }

    private String jar(String order, String open) throws Exception {
        Path classes = compile(JOB.formatted(order, open));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "jobs.Totals");
        Path jar = directory.resolve("totals.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, entries);
                entries.closeEntry();
            }
        }
        return jar.toString();
    }

    private int run(String... arguments) {
        out.reset();
        err.reset();
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        Surroundings surroundings = new Surroundings(terminal, Map.of(), Optional.empty(), new Times(ZoneOffset.UTC));
        return TidemarkCommand.commandLine(surroundings).execute(arguments);
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    private String squeezed() {
        return output().replaceAll(" +", " ");
    }

    @Test
    void trS6_whatIsAddedRemovedWidenedAndRenamedFitsAndIsTold() throws Exception {
        String jar = jar("public record Order(String id, @RenamedFrom(\"amount\") long cents, String note) {}", "");
        assertThat(run("state", "diff", savepoint, jar)).describedAs(output()).isZero();
        assertThat(squeezed())
                .contains("sum orders value is rewritten value.cents renamed amount -> cents")
                .contains("sum orders value is rewritten value.cents widened int -> long")
                .contains("sum orders value is rewritten value.gone removed long What it held is lost.")
                .contains("sum orders value is rewritten value.note added String")
                .contains("It fits: a job can start from");
    }

    @Test
    void trS6_whatDoesNotFitIsToldFieldByFieldAndByTheExitStatus() throws Exception {
        String jar = jar("public record Order(long id, String amount, long gone) {}", "");
        assertThat(run("state", "diff", savepoint, jar, "--json"))
                .describedAs(output())
                .isEqualTo(1);
        JsonNode diff = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertThat(diff.get("fits").asBoolean()).isFalse();
        JsonNode state = diff.at("/operators/0/states/0");
        assertThat(state.get("name").asText()).isEqualTo("orders");
        assertThat(state.get("outcome").asText()).isEqualTo("does not fit");
        assertThat(state.findValuesAsText("path")).containsExactly(".id", ".id", ".amount");
        assertThat(state.findValuesAsText("change")).containsExactly("retyped", "nullability", "retyped");
        assertThat(state.findValuesAsText("stored")).containsExactly("String", "String", "int");
        assertThat(state.findValuesAsText("declared")).containsExactly("long", "long", "String");
    }

    @Test
    void anOpenThatThrowsIsToldByOperatorAndItsStateIsNotKnown() throws Exception {
        String jar = jar(
                "public record Order(String id, int amount, long gone) {}",
                "if (true) throw new IllegalStateException(\"no such host: db\");");
        assertThat(run("state", "diff", savepoint, jar)).isEqualTo(1);
        assertThat(squeezed())
                .contains("sum orders value not known")
                .contains("What operator sum declares is not known: it did not open:"
                        + " java.lang.IllegalStateException: no such host: db.")
                .contains("It does not fit");
    }

    @Test
    void anOpenThatHangsIsGivenUpAndItsStateIsNotKnown() throws Exception {
        String jar = jar("public record Order(String id, int amount, long gone) {}", "Thread.sleep(1_000_000);");
        assertThat(run("state", "diff", savepoint, jar, "--open-timeout", "1")).isEqualTo(1);
        assertThat(squeezed()).contains("What operator sum declares is not known: it did not open within 1 s.");
    }

    @Test
    void theStateOfAnOperatorThatIsGoneWouldBeLost() throws Exception {
        String other = savepoint("public record Order(String id) {}", "former-uid");
        assertThat(run("state", "diff", other, jar("public record Order(String id) {}", "")))
                .isEqualTo(1);
        assertThat(squeezed())
                .contains("former-uid orders value is lost: operator gone")
                .contains("sum orders value is new");
    }

    @Test
    void twoSavepointsAreComparedWithoutAnyClass() throws Exception {
        String later = savepoint("public record Order(String id, long amount) {}", "sum");
        assertThat(run("state", "diff", savepoint, later)).describedAs(output()).isZero();
        assertThat(squeezed()).contains("sum orders value is rewritten value.amount widened int -> long");
        assertThat(run("state", "diff", later, savepoint)).isEqualTo(1);
        assertThat(squeezed()).contains("sum orders value DOES NOT FIT value.amount retyped long -> int");
    }

    @Test
    void optionsOfTheJobGoToItsMain() throws Exception {
        String jar = jar("public record Order(String id, int amount, long gone) {}", "");
        assertThat(run("state", "diff", savepoint, jar, "--records", "5", "--json"))
                .describedAs(output())
                .isZero();
        assertThat(output()).startsWith("{");
    }

    @Test
    void otherKeyGroupsAreRefusedAsASubmissionWould() throws Exception {
        String jar = jar("public record Order(String id, int amount, long gone) {}", "");
        assertThat(run("state", "diff", savepoint, jar, "-D", "pipeline.max-parallelism=256"))
                .isEqualTo(1);
        assertThat(squeezed())
                .contains("A submission would be refused:")
                .contains("128 key groups")
                .contains("It does not fit.");
    }

    /** What a coordinator says to a submission of the jar from the savepoint. */
    private List<String> submit(String jar) throws Exception {
        PlanningProcess planning = new PlanningProcess(new PlanningConfig(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                directory.resolve("planning"),
                Duration.ofMinutes(1)));
        JobPlanProto plan = planning.plan(PlanningRequest.newBuilder()
                .setJar(jar)
                .setJarName("totals.jar")
                .build());
        return planning.stateNotes(
                plan,
                Savepoints.open(savepoint).manifest(),
                RestoreFrom.newBuilder().setLocation(savepoint).build(),
                Path.of(jar),
                "totals.jar");
    }

    @Test
    void trS6_aSubmissionOfWhatDoesNotFitIsRefusedWithTheWholeListBeforeAnythingRuns() throws Exception {
        String jar = jar("public record Order(long id, String amount, long gone) {}", "");
        PlanningFailure refusal = catchThrowableOfType(PlanningFailure.class, () -> submit(jar));
        assertThat(refusal).isNotNull();
        assertThat(refusal.detail().getCause())
                .contains("operator \"sum\", state \"orders\"")
                .contains("value.id: retyped, String -> long")
                .contains("value.amount: retyped, int -> String");
        assertThat(refusal.detail().getHint()).contains("tidemark state diff " + savepoint + " totals.jar");
    }

    @Test
    void trS6_aSubmissionOfWhatFitsIsTakenWithoutAWord() throws Exception {
        assertThat(submit(jar("public record Order(String id, long amount) {}", "")))
                .isEmpty();
    }

    @Test
    void aSubmissionOfAJobThatOpensOnWorkersOnlyIsTakenWithANote() throws Exception {
        String jar = jar(
                "public record Order(String id, int amount, long gone) {}",
                "if (true) throw new IllegalStateException(\"no such host: db\");");
        assertThat(submit(jar)).singleElement().asString().contains("operator \"sum\"", "no such host: db");
    }

    @Test
    void aMissingJarAndAMissingSavepointAreNamed() {
        assertThat(run("state", "diff", savepoint, "no.jar")).isEqualTo(2);
        assertThat(output()).contains("there is no file no.jar");
        assertThat(run("state", "diff", directory.resolve("nothing").toString(), savepoint))
                .isEqualTo(1);
    }
}
