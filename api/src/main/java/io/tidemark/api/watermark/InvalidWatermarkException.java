package io.tidemark.api.watermark;

/** A watermark was emitted that nobody declares, or of another type than the declared one. The message says what to write. */
public final class InvalidWatermarkException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public InvalidWatermarkException(String message) {
        super(message);
    }
}
