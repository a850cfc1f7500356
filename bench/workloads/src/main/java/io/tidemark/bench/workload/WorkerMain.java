package io.tidemark.bench.workload;

import java.io.IOException;
import java.util.Arrays;

/** Runs another main class, and ends when the process that started this one does. Arguments: the class, then its own. */
public final class WorkerMain {
    private WorkerMain() {}

    public static void main(String[] args) throws Exception {
        Thread watch = new Thread(WorkerMain::endWithParent, "watches the parent");
        watch.setDaemon(true);
        watch.start();
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 1, args.length));
    }

    /** Nobody writes to it: its input ends when whoever holds the other end is gone. */
    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Not meant for anybody.
            }
        } catch (IOException e) {
            // It is gone as well.
        }
        Runtime.getRuntime().halt(1);
    }
}
