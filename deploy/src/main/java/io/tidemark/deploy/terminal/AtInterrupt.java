package io.tidemark.deploy.terminal;

import java.util.concurrent.locks.LockSupport;

/**
 * What is to be done when the process is ended from outside while this is open, by Ctrl-C for example. It is done once, on a
 * thread of its own; closing takes it back.
 */
public final class AtInterrupt implements AutoCloseable {
    private final Thread action;
    private volatile boolean begun;

    private AtInterrupt(Runnable action) {
        this.action = new Thread(
                () -> {
                    begun = true;
                    action.run();
                },
                "interrupt");
    }

    public static AtInterrupt run(Runnable action) {
        AtInterrupt hook = new AtInterrupt(action);
        Runtime.getRuntime().addShutdownHook(hook.action);
        return hook;
    }

    /**
     * Returns unless the process is being ended, and then never: what the calling thread would see is the work of the action, and
     * nothing that it says about that helps anybody.
     */
    public void standBack() {
        while (begun) {
            LockSupport.park(this);
        }
    }

    @Override
    public void close() {
        standBack();
        try {
            Runtime.getRuntime().removeShutdownHook(action);
        } catch (IllegalStateException e) {
            // The process has begun to end this very moment; the action runs or is about to.
            begun = true;
            standBack();
        }
    }
}
