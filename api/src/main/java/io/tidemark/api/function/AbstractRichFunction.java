package io.tidemark.api.function;

/** A {@link RichFunction} whose {@code open} and {@code close} do nothing. */
public abstract class AbstractRichFunction implements RichFunction {
    private static final long serialVersionUID = 1L;

    private transient RuntimeContext runtimeContext;

    /** For subclasses. */
    protected AbstractRichFunction() {}

    @Override
    public void open(OpenContext openContext) throws Exception {}

    @Override
    public void close() throws Exception {}

    @Override
    public RuntimeContext getRuntimeContext() {
        if (runtimeContext == null) {
            throw new IllegalStateException(
                    getClass().getName() + " has no runtime context while the job is planned; use it in open or later");
        }
        return runtimeContext;
    }

    @Override
    public void setRuntimeContext(RuntimeContext context) {
        this.runtimeContext = context;
    }
}
