package io.tidemark.deploy.quickstart;

/**
 * By how much the watermark stays behind the newest reading, and what is known to come of it.
 *
 * @param argument as the job takes it
 * @param directory of its results
 * @param dropped how many rows miss all their windows
 * @param lateByWatermark how many rows are not newer than the watermark when they come
 */
record LabDelay(String argument, String label, String directory, long dropped, long lateByWatermark) {
    static final LabDelay FIVE_SECONDS = new LabDelay("5", "5 s", "delay-5", 15, 98);
    static final LabDelay NO_DELAY = new LabDelay("0", "0 s", "delay-0", 25, 210);
    static final LabDelay THIRTY_SECONDS = new LabDelay("30", "30 s", "delay-30", 3, 9);

    /** No watermark before the end, so that nothing is late. */
    static final LabDelay BASE_LINE = new LabDelay("none", "no limit", "base-line", 0, 0);
}
