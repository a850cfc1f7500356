package io.tidemark.api.function;

/** What functions that set timers have in common. */
public interface TimerFunction extends Function {
    /**
     * What becomes of its timers by the wall clock that are not due when the input ends. Asked once, when the task starts.
     *
     * @return {@link EndOfInputPolicy#DROP} unless overridden
     */
    default EndOfInputPolicy endOfInputPolicy() {
        return EndOfInputPolicy.DROP;
    }
}
