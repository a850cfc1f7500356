package io.tidemark.examples.numberedrecords;

import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.io.IOException;
import java.util.List;

/** Makes the records 0, 1, 2, … in order, in one split, at a pace. Immutable. */
final class NumberedSource implements Source<Numbered, Stretch> {
    private static final long serialVersionUID = 1L;

    private final Arguments arguments;

    NumberedSource(Arguments arguments) {
        this.arguments = arguments;
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public List<Stretch> enumerateSplits(int parallelism) {
        return List.of(new Stretch(0, arguments.records()));
    }

    @Override
    public SourceReader<Numbered, Stretch> createReader(SourceReaderContext context) throws IOException {
        LogbookPage page = arguments.logbook().open("read-" + context.subtask());
        // What was read before is there at once, as it is in a log of events; it is the new that comes at a pace.
        long atOnceBelow = Math.max(page.known() + 1, arguments.fill());
        Pace pace = new Pace(arguments.recordsPerSecond(), atOnceBelow, arguments.logbook()::isHurried);
        return new NumberedReader(arguments.keys(), arguments.logbook().isKept(), page, pace, context);
    }

    @Override
    public TypeSerializer<Stretch> splitSerializer() {
        return TypeInformation.of(Stretch.class).createSerializer();
    }
}
