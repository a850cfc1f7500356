package io.tidemark.examples.numberedrecords;

import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import java.util.List;

/** Makes the numbers of the one split. Used by one thread. */
final class NumberedReader implements SourceReader<Numbered, Stretch> {
    private static final int RECORDS_PER_POLL = 256;
    /** So many are held back until the job is hurried, so that it does not end before somebody says so. */
    private static final long HELD_BACK = 1_000;

    private final int keys;
    private final boolean waitsAtTheEnd;
    private final LogbookPage page;
    private final Pace pace;
    private final SourceReaderContext context;

    /** Null before the split is added and after its end. */
    private Stretch stretch;

    private long next;

    NumberedReader(int keys, boolean waitsAtTheEnd, LogbookPage page, Pace pace, SourceReaderContext context) {
        this.keys = keys;
        this.waitsAtTheEnd = waitsAtTheEnd;
        this.page = page;
        this.pace = pace;
        this.context = context;
    }

    @Override
    public void addSplits(List<Stretch> splits) {
        for (Stretch split : splits) {
            if (stretch != null) {
                throw new IllegalStateException("a second split " + split + " beside " + stretch);
            }
            stretch = split;
            next = split.next();
        }
    }

    @Override
    public ReadStatus poll(ReaderOutput<Numbered> output) {
        if (stretch == null) {
            return ReadStatus.DONE;
        }
        ReaderOutput.SplitOutput<Numbered> records = output.split(stretch.splitId());
        long nowNs = context.nanoTime();
        long end = stretch.end() - (waitsAtTheEnd && !pace.isHurried(nowNs) ? HELD_BACK : 0);
        long most = Math.min(Math.min(RECORDS_PER_POLL, pace.allowed(next, nowNs)), end - next);
        long from = next;
        while (next - from < most && output.hasRoom()) {
            page.note(next, context.processingTimeMs());
            Numbered record = Numbered.of(next, keys);
            next++;
            records.collectWithTimestamp(record, record.timeMs());
        }
        pace.use(from, next - from);
        if (next == stretch.end()) {
            output.splitFinished(stretch.splitId());
            stretch = null;
            return ReadStatus.DONE;
        }
        return next > from ? ReadStatus.MORE : ReadStatus.NOTHING_NOW;
    }

    @Override
    public List<Stretch> snapshot() {
        return stretch == null ? List.of() : List.of(new Stretch(next, stretch.end()));
    }

    @Override
    public void close() {}
}
