package io.tidemark.worker.compiled;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Work that the JVM compiles by itself and not as a part of whoever calls it.
 *
 * <p>A step of a task is a call within a call within a call, and each of them is hot. Left alone, the compiler takes all that is
 * below into each of them, as far as it may: the same code again and again, half a second each, and a rare event at the bottom
 * throws all of it away. The compiler does not look through a method handle that is not a constant. So this is for calls that are
 * made once for many records and cost nothing beside them.
 */
public final class Outlined {
    /** The work. */
    public interface Work {
        /** Returns whatever the caller wants to know. */
        boolean run() throws Exception;
    }

    /** One for all: the JVM makes code for each handle that is called often. */
    private static final MethodHandle RUN = handle();

    private final Work work;

    /** Not read from the constant, which the compiler would look through. */
    private final MethodHandle run;

    public Outlined(Work work) {
        this.work = work;
        this.run = RUN;
    }

    private static MethodHandle handle() {
        try {
            return MethodHandles.lookup().findVirtual(Work.class, "run", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Does the work. */
    public boolean run() throws Exception {
        try {
            return (boolean) run.invokeExact(work);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("work declares exceptions only", e);
        }
    }
}
