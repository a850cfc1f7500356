package io.tidemark.deploy.view;

import java.util.Locale;

/** What a channel or split does for event time. */
enum ChannelState {
    /** Its watermark counts. */
    ACTIVE,
    /** It counts and has had no watermark yet, so it holds event time at the beginning. */
    SILENT,
    /** It is left out until it has a record or a watermark. */
    IDLE,
    /** Its input is over. */
    ENDED;

    static ChannelState of(boolean ended, boolean idle, boolean hasWatermark) {
        if (ended) {
            return ENDED;
        }
        return idle ? IDLE : hasWatermark ? ACTIVE : SILENT;
    }

    /** For people. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
