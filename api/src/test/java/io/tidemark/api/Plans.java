package io.tidemark.api;

import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.PlanEdge;
import io.tidemark.api.plan.PlanNode;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.type.TypeSerializer;
import java.util.List;

/** What the plan tests need to look into plans and to have something to plan. */
final class Plans {
    private Plans() {}

    /** One word of a text with the time it was said at. */
    public record Word(String text, int count, long timeMs) {}

    static PlanNode node(JobPlan plan, String name) {
        return plan.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no node " + name + " in " + plan.nodes()));
    }

    static List<PlanEdge> into(JobPlan plan, PlanNode node) {
        return plan.edges().stream().filter(edge -> edge.target() == node.id()).toList();
    }

    static <T> T spec(PlanNode node, Class<T> type) {
        return type.cast(PlanObjects.read(node.operator(), OperatorSpec.class, Plans.class.getClassLoader()));
    }

    static TypeSerializer<?> serializer(PlanNode node, int output) {
        return PlanObjects.read(
                node.outputs().get(output).serializer(), TypeSerializer.class, Plans.class.getClassLoader());
    }

    /** A sink that is never run. */
    static final class Nowhere<T> implements Sink<T> {
        private static final long serialVersionUID = 1L;

        @Override
        public SinkWriter<T> createWriter(SinkContext context) {
            throw new AssertionError("only planned");
        }
    }

    /** A source that never ends, of words, that is never run. */
    static final class Words implements Source<Word, Words.Split> {
        private static final long serialVersionUID = 1L;

        /** Never made. */
        record Split(String splitId) implements SourceSplit {}

        private final String refusal;

        Words() {
            this(null);
        }

        Words(String refusal) {
            this.refusal = refusal;
        }

        @Override
        public Boundedness boundedness() {
            return Boundedness.UNBOUNDED;
        }

        @Override
        public List<Split> enumerateSplits(int parallelism) {
            throw new AssertionError("only planned");
        }

        @Override
        public SourceReader<Word, Split> createReader(SourceReaderContext context) {
            throw new AssertionError("only planned");
        }

        @Override
        public TypeSerializer<Split> splitSerializer() {
            return io.tidemark.api.type.TypeInformation.of(Split.class).createSerializer();
        }

        @Override
        public void validate() {
            if (refusal != null) {
                throw new IllegalArgumentException(refusal);
            }
        }
    }
}
