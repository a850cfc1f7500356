package io.tidemark.api.function;

import io.tidemark.api.watermark.WatermarkDeclarable;
import java.io.Serializable;

/**
 * What a job author hands to an operation. It is part of the plan, so everything that it holds must be serialisable;
 * what cannot be is made in {@link RichFunction#open}. A record must not be changed after it was emitted.
 */
public interface Function extends Serializable, WatermarkDeclarable {}
