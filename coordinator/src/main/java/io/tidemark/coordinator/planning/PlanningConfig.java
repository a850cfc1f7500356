package io.tidemark.coordinator.planning;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How planning processes are started.
 *
 * @param javaExecutable the {@code java} to run
 * @param classPath Tidemark's own jars, as for {@code java -cp}
 * @param directory where each gets a directory of its own, deleted afterwards
 * @param timeout after which a main that has not called execute() is ended
 */
public record PlanningConfig(Path javaExecutable, String classPath, Path directory, Duration timeout) {}
