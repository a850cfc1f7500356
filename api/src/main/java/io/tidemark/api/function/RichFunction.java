package io.tidemark.api.function;

/** A function with a life: it is opened before its first call, closed after its last, and knows where it runs. */
public interface RichFunction extends Function {
    /** Called once, before the first record. State and counters are made here. An exception fails the task. */
    void open(OpenContext openContext) throws Exception;

    /** Called once, after the last record, and also when the task fails or is cancelled. */
    void close() throws Exception;

    /** @throws IllegalStateException before the function runs */
    RuntimeContext getRuntimeContext();

    /** For the runtime: called before {@link #open}. */
    void setRuntimeContext(RuntimeContext context);
}
