package io.tidemark.api.eventtime;

import io.tidemark.api.function.EventTimeProcessFunction;
import io.tidemark.api.function.OneInputEventTimeStreamProcessFunction;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.StreamProcessFunction;
import io.tidemark.api.function.TwoInputBroadcastEventTimeStreamProcessFunction;
import io.tidemark.api.function.TwoInputBroadcastStreamProcessFunction;
import io.tidemark.api.function.TwoInputNonBroadcastEventTimeStreamProcessFunction;
import io.tidemark.api.function.TwoInputNonBroadcastStreamProcessFunction;
import io.tidemark.api.function.TwoOutputEventTimeStreamProcessFunction;
import io.tidemark.api.function.TwoOutputStreamProcessFunction;
import io.tidemark.api.watermark.BoolWatermark;
import io.tidemark.api.watermark.LongWatermark;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclarations;

/**
 * Event time for {@link StreamProcessFunction}s. It is the same event time that windows and classic functions see, with the
 * same rules; nothing needs to be declared.
 *
 * <p>Functions of one input that are no {@link EventTimeProcessFunction} see it in {@code onWatermark}, as the two watermarks
 * with the identifiers given here.
 */
public final class EventTimeExtension {
    /** Of event time, in milliseconds. */
    public static final String EVENT_TIME_IDENTIFIER = WatermarkDeclarations.RESERVED_PREFIX + "EVENT_TIME";

    /** Of whether all that is upstream is idle. */
    public static final String IDLE_STATUS_IDENTIFIER = EVENT_TIME_IDENTIFIER + "_IDLE";

    private EventTimeExtension() {}

    /** Whether it is event time. */
    public static boolean isEventTimeWatermark(Watermark watermark) {
        return watermark instanceof LongWatermark && isEventTimeWatermark(watermark.getIdentifier());
    }

    /** Whether it is the identifier of event time. */
    public static boolean isEventTimeWatermark(String identifier) {
        return identifier.equals(EVENT_TIME_IDENTIFIER);
    }

    /** Whether it says that all that is upstream is idle, or no longer is. */
    public static boolean isIdleStatusWatermark(Watermark watermark) {
        return watermark instanceof BoolWatermark && isIdleStatusWatermark(watermark.getIdentifier());
    }

    /** Whether it is the identifier of the idle status. */
    public static boolean isIdleStatusWatermark(String identifier) {
        return identifier.equals(IDLE_STATUS_IDENTIFIER);
    }

    /** Begins a function that gives records timestamps and makes event time. */
    public static <T> EventTimeWatermarkGeneratorBuilder<T> newWatermarkGeneratorBuilder(
            EventTimeExtractor<T> eventTimeExtractor) {
        return new EventTimeWatermarkGeneratorBuilder<>(eventTimeExtractor);
    }

    /** The function itself: event time needs no wrapping here. */
    public static <IN, OUT> OneInputStreamProcessFunction<IN, OUT> wrapProcessFunction(
            OneInputEventTimeStreamProcessFunction<IN, OUT> function) {
        return function;
    }

    /** The function itself: event time needs no wrapping here. */
    public static <IN1, IN2, OUT> TwoInputNonBroadcastStreamProcessFunction<IN1, IN2, OUT> wrapProcessFunction(
            TwoInputNonBroadcastEventTimeStreamProcessFunction<IN1, IN2, OUT> function) {
        return function;
    }

    /** The function itself: event time needs no wrapping here. */
    public static <IN1, IN2, OUT> TwoInputBroadcastStreamProcessFunction<IN1, IN2, OUT> wrapProcessFunction(
            TwoInputBroadcastEventTimeStreamProcessFunction<IN1, IN2, OUT> function) {
        return function;
    }

    /** The function itself: event time needs no wrapping here. */
    public static <IN, OUT1, OUT2> TwoOutputStreamProcessFunction<IN, OUT1, OUT2> wrapProcessFunction(
            TwoOutputEventTimeStreamProcessFunction<IN, OUT1, OUT2> function) {
        return function;
    }
}
