package io.tidemark.coordinator.planning;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.plan.JobExecutors;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.coordinator.proto.PlanningReply;
import io.tidemark.coordinator.proto.PlanningRequest;
import io.tidemark.network.plan.PlanCodec;
import io.tidemark.network.proto.ErrorDetail;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.atomic.AtomicReference;

/** One run of a job's main in this process; it changes defaults of the whole process. */
final class PlanningRun {
    private final PlanningRequest request;
    private final JobJar jar;
    private final AtomicReference<JobPlan> captured = new AtomicReference<>();

    PlanningRun(PlanningRequest request) {
        this.request = request;
        this.jar = new JobJar(request.getJar(), request.getJarName());
    }

    PlanningReply run() {
        try {
            Method main = main(mainClass());
            prepare();
            Throwable thrown = invoke(main);
            if (captured.get() != null) {
                return PlanningReply.newBuilder()
                        .setPlan(PlanCodec.toProto(captured.get()))
                        .build();
            }
            if (thrown != null) {
                return error(MainErrors.thrown(thrown, main.getDeclaringClass().getName()));
            }
            return error(
                    main.getDeclaringClass().getName() + ".main returned without calling execute()",
                    "End main with env.execute(\"name\"): it hands the job over.");
        } catch (PlanningFailure e) {
            return error(e.detail());
        } catch (Throwable e) {
            return error(MainErrors.thrown(e, request.getJarName()));
        }
    }

    private String mainClass() throws PlanningFailure, IOException {
        if (!request.getMainClass().isEmpty()) {
            return request.getMainClass();
        }
        String named = jar.manifestMainClass();
        if (named.isEmpty()) {
            throw new PlanningFailure(
                    request.getJarName() + " has no Main-Class in its manifest", jar.candidatesHint());
        }
        return named;
    }

    private Method main(String className) throws PlanningFailure, IOException {
        Class<?> type;
        try {
            type = Class.forName(className, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw new PlanningFailure(request.getJarName() + " has no class " + className, jar.candidatesHint());
        } catch (LinkageError e) {
            throw new PlanningFailure(MainErrors.thrown(e, className));
        }
        try {
            Method main = type.getMethod("main", String[].class);
            if (Modifier.isStatic(main.getModifiers()) && main.getReturnType() == void.class) {
                main.setAccessible(true);
                return main;
            }
        } catch (NoSuchMethodException e) {
            // As good as one that is not static.
        } catch (LinkageError e) {
            throw new PlanningFailure(MainErrors.thrown(e, className));
        }
        throw new PlanningFailure(className + " has no public static void main(String[])", jar.candidatesHint());
    }

    private void prepare() {
        Configuration options = Configuration.of(request.getConfigurationMap());
        if (request.getParallelism() > 0) {
            options = options.with(JobOptions.PARALLELISM, request.getParallelism());
        }
        if (!request.getJobName().isEmpty()) {
            options = options.with(JobOptions.NAME, request.getJobName());
        }
        StreamExecutionEnvironment.setDefaults(options);
        JobExecutors.override(plan -> {
            captured.compareAndSet(null, plan);
            throw new PlanCaptured();
        });
    }

    /** What main threw, or null. */
    private Throwable invoke(Method main) {
        try {
            main.invoke(null, (Object) request.getArgumentsList().toArray(new String[0]));
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (IllegalAccessException e) {
            return e;
        }
    }

    private static PlanningReply error(String cause, String hint) {
        return error(ErrorDetail.newBuilder().setCause(cause).setHint(hint).build());
    }

    private static PlanningReply error(ErrorDetail detail) {
        return PlanningReply.newBuilder().setError(detail).build();
    }
}
