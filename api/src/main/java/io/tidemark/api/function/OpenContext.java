package io.tidemark.api.function;

/** What {@link RichFunction#open} is told. Empty today; what a function needs is in its {@link RuntimeContext}. */
public interface OpenContext {}
