package io.tidemark.worker.source;

import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.SplitAssignment;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.List;

/**
 * Finds a source's splits, once in the life of a job, and deals them out to the readers in turn. After a restore the splits
 * are in the readers' state.
 */
public final class SourceEnumeratorOperator implements Operator {
    private static final String DEALT = "dealt";

    private final Source<Object, SourceSplit> source;
    private final int readers;
    private final TypeSerializer<Boolean> flags = Types.BOOLEAN.createSerializer();
    private OperatorOutput output;
    private boolean dealt;

    public SourceEnumeratorOperator(Source<Object, SourceSplit> source, int readers) {
        this.source = source;
        this.readers = readers;
    }

    @Override
    public boolean isSource() {
        return true;
    }

    @Override
    public void open(OperatorContext context) {
        output = context.output();
        dealt = context.restoredState(DEALT, flags).contains(true);
    }

    @Override
    public boolean step() throws Exception {
        if (dealt) {
            return false;
        }
        List<SourceSplit> splits = source.enumerateSplits(readers);
        for (int i = 0; i < splits.size(); i++) {
            output.collect(0, new SplitAssignment<>(i % readers, splits.get(i)), Records.NO_TIMESTAMP);
        }
        dealt = true;
        return true;
    }

    @Override
    public boolean isFinished() {
        return dealt;
    }

    @Override
    public void process(int input, Object value, long timestamp) {
        throw new IllegalStateException("an enumerator has no input, but got " + value);
    }

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) {
        writer.put(DEALT, flags, List.of(dealt));
    }
}
