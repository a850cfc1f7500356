package io.tidemark.bench.sidebyside;

import io.tidemark.bench.workload.OneRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One run in a JVM of its own. */
final class RunProcess {
    /** Of the measured run's events; how many are run before it, for the compiler. */
    private static final int WARM_UP_SHARE = 10;

    private static final int SHOWN_OF_OUTPUT = 2000;

    /** What the peers ask for on a JDK as modular as 17; it makes no difference to who does not need it. */
    private static final List<String> OPENED = List.of(
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.net",
            "java.base/java.nio",
            "java.base/java.text",
            "java.base/java.time",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic",
            "java.base/java.util.concurrent.locks",
            "java.base/sun.nio.ch",
            "java.management/sun.management",
            "jdk.management/com.sun.management.internal");

    private RunProcess() {}

    /** @throws FailedRunException when it ended without an outcome or took too long */
    static Outcome run(Contest contest, Duration timeout) throws IOException, InterruptedException {
        Path output = Files.createTempFile("tidemark-bench-", ".log");
        Process process = new ProcessBuilder(command(contest))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        // Whoever ends this process ends that one.
        Thread end = new Thread(() -> end(process));
        Runtime.getRuntime().addShutdownHook(end);
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new FailedRunException("took longer than " + timeout.toSeconds() + " s");
            }
            String said = Files.readString(output);
            Outcome outcome = Outcome.in(said);
            if (outcome == null) {
                throw new FailedRunException("ended with " + process.exitValue() + " and without an outcome: ..."
                        + said.substring(Math.max(0, said.length() - SHOWN_OF_OUTPUT)));
            }
            return outcome;
        } finally {
            end(process);
            process.waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            Files.deleteIfExists(output);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static List<String> command(Contest contest) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(contest.setting().flags());
        command.add("--add-modules=java.se");
        command.add("--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED");
        OPENED.forEach(name -> command.add("--add-opens=" + name + "=ALL-UNNAMED"));
        command.addAll(List.of("-cp", contest.classPath(), OneRun.class.getName()));
        command.addAll(List.of(
                contest.engine(),
                contest.workload().id(),
                Long.toString(contest.events()),
                Long.toString(contest.events() / WARM_UP_SHARE)));
        return command;
    }
}
