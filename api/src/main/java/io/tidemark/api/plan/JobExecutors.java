package io.tidemark.api.plan;

import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;

/** Finds the {@link JobExecutor} that {@code env.execute()} uses. Thread-safe. */
public final class JobExecutors {
    private static final AtomicReference<JobExecutor> OVERRIDE = new AtomicReference<>();

    private JobExecutors() {}

    /** Uses this executor in the whole process from now on; null goes back to the service loader. */
    public static void override(JobExecutor executor) {
        OVERRIDE.set(executor);
    }

    /** @throws IllegalStateException when there is none on the class path */
    public static JobExecutor current() {
        JobExecutor override = OVERRIDE.get();
        if (override != null) {
            return override;
        }
        return ServiceLoader.load(JobExecutor.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no JobExecutor on the class path; add tidemark-deploy to run jobs in this process, "
                                + "or submit the jar with: tidemark submit JAR"));
    }
}
