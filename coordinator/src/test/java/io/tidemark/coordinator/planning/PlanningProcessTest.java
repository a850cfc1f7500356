package io.tidemark.coordinator.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.coordinator.proto.PlanningRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.PlanNodeProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TR-X6: what a submission says when it cannot be planned. Each runs a real child process. */
class PlanningProcessTest {
    private static final String PIPELINE =
            "env.fromSequence(1, Long.parseLong(args.length > 0 ? args[0] : \"10\")).map(n -> n + 1).name(\"plus one\")"
                    + ".sinkTo(context -> null).name(\"nowhere\");";

    @TempDir
    Path directory;

    private JobJars jars;

    @BeforeEach
    void jars() {
        jars = new JobJars(directory);
    }

    private PlanningProcess planning(Duration timeout) {
        return new PlanningProcess(new PlanningConfig(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                directory.resolve("planning"),
                timeout));
    }

    private static PlanningRequest.Builder request(Path jar) {
        return PlanningRequest.newBuilder()
                .setJar(jar.toString())
                .setJarName(jar.getFileName().toString());
    }

    private JobPlanProto plan(PlanningRequest.Builder request) throws Exception {
        return planning(Duration.ofMinutes(1)).plan(request.build());
    }

    private ErrorDetail refusal(PlanningRequest.Builder request) {
        return refusal(request, Duration.ofMinutes(1));
    }

    private ErrorDetail refusal(PlanningRequest.Builder request, Duration timeout) {
        PlanningFailure failure = catchThrowableOfType(
                PlanningFailure.class, () -> planning(timeout).plan(request.build()));
        assertThat(failure).as("a refusal").isNotNull();
        assertThat(failure.detail().getCause()).isNotBlank().doesNotContain("\n");
        assertThat(failure.detail().getHint()).isNotBlank().doesNotContain("\n");
        assertThat(directory.resolve("planning"))
                .satisfiesAnyOf(
                        path -> assertThat(path).doesNotExist(),
                        path -> assertThat(path).isEmptyDirectory());
        return failure.detail();
    }

    @Test
    void theMainOfAJarBecomesAPlan() throws Exception {
        Path jar = jars.job("Counting", PIPELINE + "env.execute(\"counting\");");
        JobPlanProto plan = plan(request(jar).addArguments("1000"));
        assertThat(plan.getName()).isEqualTo("counting");
        assertThat(plan.getNodesList()).extracting(PlanNodeProto::getName).contains("plus one", "nowhere");
        assertThat(plan.getNodesList())
                .allSatisfy(node -> assertThat(node.getOperator().isEmpty()).isFalse());
    }

    @Test
    void parallelismNameAndOptionsOfTheCommandLineReachTheJob() throws Exception {
        Path jar = jars.job("Counting", PIPELINE + "env.execute(\"counting\");");
        JobPlanProto plan = plan(request(jar)
                .setParallelism(3)
                .setJobName("my name")
                .putConfiguration("execution.checkpointing.interval", "2 s"));
        assertThat(plan.getName()).isEqualTo("my name");
        assertThat(plan.getNodesList())
                .filteredOn(node -> node.getName().contains("plus one"))
                .extracting(PlanNodeProto::getParallelism)
                .containsExactly(3);
        assertThat(plan.getConfigurationMap()).containsEntry("execution.checkpointing.interval", "2 s");
    }

    @Test
    void whatMainDoesAfterExecuteAndItsThreadsDoNotMatter() throws Exception {
        Path jar = jars.job(
                "Busy",
                PIPELINE
                        + "new Thread(() -> { while (true) { } }).start();"
                        + "Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) { } }));"
                        + "try { env.execute(\"busy\"); } finally { System.out.println(\"so far\"); }"
                        + "throw new IllegalStateException(\"never reached\");");
        assertThat(plan(request(jar)).getName()).isEqualTo("busy");
    }

    @Test
    void aMainThatThrowsIsQuotedWithItsPlaceAndItsStackTrace() throws Exception {
        Path jar = jars.job(
                "Throwing",
                "try { throw new java.io.FileNotFoundException(\"settings.json\"); }"
                        + " catch (Exception e) { throw new RuntimeException(\"cannot start\", e); }");
        ErrorDetail detail = refusal(request(jar));
        assertThat(detail.getCause())
                .contains("jobs.Throwing.main (line ")
                .contains("java.io.FileNotFoundException: settings.json");
        assertThat(detail.getStackTrace())
                .contains("cannot start")
                .contains("Caused by:")
                .contains("Throwing.java");
    }

    @Test
    void aMainThatNeverCallsExecuteIsTold() throws Exception {
        ErrorDetail detail = refusal(request(jars.job("Lazy", PIPELINE)));
        assertThat(detail.getCause()).isEqualTo("jobs.Lazy.main returned without calling execute()");
        assertThat(detail.getHint()).contains("env.execute(");
    }

    @Test
    void aMainThatExitsIsTold() throws Exception {
        ErrorDetail detail =
                refusal(request(jars.job("Exiting", "System.out.println(\"giving up\"); System.exit(4);")));
        assertThat(detail.getCause()).contains("status 4").contains("giving up");
        assertThat(detail.getHint()).contains("System.exit()");
    }

    @Test
    void aMainThatTakesTooLongIsEnded() throws Exception {
        ErrorDetail detail = refusal(request(jars.job("Slow", "Thread.sleep(600_000);")), Duration.ofSeconds(1));
        assertThat(detail.getCause()).contains("did not call execute() within 1 s");
        assertThat(detail.getHint()).contains("coordinator.planning.timeout");
    }

    @Test
    void aClassThatIsNotThereIsNamedWithThoseThatAre() throws Exception {
        Path jar = jars.job("Present", PIPELINE + "env.execute();");
        ErrorDetail detail = refusal(request(jar).setMainClass("jobs.Absent"));
        assertThat(detail.getCause()).isEqualTo("Present.jar has no class jobs.Absent");
        assertThat(detail.getHint()).contains("--class").contains("jobs.Present");
    }

    @Test
    void aJarWithoutMainClassIsToldWhichClassesHaveAMain() throws Exception {
        Path classes =
                jars.compile("Other", "package jobs; public class Other { public static void main(String[] a) {} }");
        ErrorDetail detail = refusal(request(jars.jar("plain.jar", null, classes)));
        assertThat(detail.getCause()).isEqualTo("plain.jar has no Main-Class in its manifest");
        assertThat(detail.getHint()).contains("jobs.Other");
    }

    @Test
    void aJarWithoutAnyMainIsNoJob() throws Exception {
        Path classes = jars.compile("Library", "package jobs; public class Library { }");
        assertThat(refusal(request(jars.jar("library.jar", null, classes))).getHint())
                .contains("No class in library.jar has a main");
        assertThat(refusal(request(jars.jar("library.jar", "jobs.Library", classes)))
                        .getCause())
                .isEqualTo("jobs.Library has no public static void main(String[])");
    }

    @Test
    void aClassForANewerJavaIsTold() throws Exception {
        Path classes =
                jars.compile("Modern", "package jobs; public class Modern { public static void main(String[] a) {} }");
        Path file = classes.resolve("jobs/Modern.class");
        byte[] content = Files.readAllBytes(file);
        content[7] = (byte) (44 + 99);
        Files.write(file, content);
        ErrorDetail detail = refusal(request(jars.jar("modern.jar", "jobs.Modern", classes)));
        assertThat(detail.getCause())
                .isEqualTo("class jobs.Modern is compiled for Java 99, Tidemark runs on Java "
                        + Runtime.version().feature());
        assertThat(detail.getHint()).contains("--release " + Runtime.version().feature());
    }

    @Test
    void aDependencyThatIsNotInTheJarIsNamed() throws Exception {
        Path classes = jars.compile(
                "Needy",
                "package jobs; public class Needy { public static void main(String[] a) { Helper.help(); } }"
                        + " class Helper { static void help() {} }");
        Files.delete(classes.resolve("jobs/Helper.class"));
        ErrorDetail detail = refusal(request(jars.jar("needy.jar", "jobs.Needy", classes)));
        assertThat(detail.getCause())
                .contains("class jobs.Helper is not in the jar")
                .contains("jobs.Needy.main");
        assertThat(detail.getHint()).contains("dependencies");
    }

    @Test
    void aFileThatIsNoJarIsToldAtOnce() throws IOException {
        Path text = Files.writeString(directory.resolve("notes.jar"), "these are notes");
        ErrorDetail detail = refusal(request(text));
        assertThat(detail.getCause()).startsWith("notes.jar is not a jar");
    }

    @Test
    void aJobThatCannotBePlannedIsToldInTheWordsOfTheApi() throws Exception {
        ErrorDetail detail =
                refusal(request(jars.job("Twice", "env.setParallelism(-3);" + PIPELINE + "env.execute(\"x\");")));
        assertThat(detail.getCause()).contains("-3");
    }
}
