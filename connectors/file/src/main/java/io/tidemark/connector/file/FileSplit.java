package io.tidemark.connector.file;

import io.tidemark.api.connector.SourceSplit;

/**
 * Every {@code stripes}-th byte range of a file, and how far it is read.
 *
 * @param path absolute
 * @param fileIndex the file's place in the order of the source's files
 * @param fileBytes the file's size when the splits were found; what was appended later is not read
 * @param rangeBytes size of a range; {@code Long.MAX_VALUE} when the file cannot be divided
 * @param stripe which ranges: {@code stripe}, {@code stripe + stripes}, {@code stripe + 2 * stripes}, …
 * @param position byte offset, in what the file holds uncompressed, of the next record; or of the next range
 * @param atRecord whether a record begins at {@code position}; else the next one is still to be looked for
 */
public record FileSplit(
        String path,
        int fileIndex,
        long fileBytes,
        long rangeBytes,
        int stripe,
        int stripes,
        long position,
        boolean atRecord)
        implements SourceSplit {

    static FileSplit first(String path, int fileIndex, long fileBytes, long rangeBytes, int stripe, int stripes) {
        return new FileSplit(
                path, fileIndex, fileBytes, rangeBytes, stripe, stripes, stripe == 0 ? 0 : stripe * rangeBytes, false);
    }

    @Override
    public String splitId() {
        return stripes == 1 ? path : path + "#" + (stripe + 1) + "/" + stripes;
    }

    FileSplit at(long newPosition, boolean newAtRecord) {
        return new FileSplit(path, fileIndex, fileBytes, rangeBytes, stripe, stripes, newPosition, newAtRecord);
    }

    /** The range that {@code position} is in. */
    long range() {
        return position / rangeBytes;
    }

    /** The end of that range; the last one has none, nor has the only one. */
    long rangeEnd() {
        long range = range();
        return range >= Long.MAX_VALUE / rangeBytes - 1 ? Long.MAX_VALUE : (range + 1) * rangeBytes;
    }

    /**
     * This split at its next range, given that the current one has been read to its end.
     *
     * @param currentRange the range that was read; the last record may reach beyond it
     * @return null when there is no next range
     */
    FileSplit afterRange(long currentRange) {
        if (rangeBytes == Long.MAX_VALUE) {
            return null;
        }
        long next = currentRange + stripes;
        return next > (fileBytes - 1) / rangeBytes ? null : at(next * rangeBytes, false);
    }
}
