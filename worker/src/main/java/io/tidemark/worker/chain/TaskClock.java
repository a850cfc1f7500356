package io.tidemark.worker.chain;

/** The clocks of a task, handed in so that tests set them by hand. */
public interface TaskClock {
    /** The clocks of this machine. */
    TaskClock SYSTEM = new TaskClock() {
        @Override
        public long nowMs() {
            return System.currentTimeMillis();
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    };

    /** The wall clock in milliseconds since 1970. */
    long nowMs();

    /** A clock that never goes back; only differences mean something. */
    long nanoTime();
}
