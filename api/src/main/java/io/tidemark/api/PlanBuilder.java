package io.tidemark.api;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.ConnectorException;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.SplitAssignmentSerializer;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.plan.PlanEdge;
import io.tidemark.api.plan.PlanInput;
import io.tidemark.api.plan.PlanNode;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.plan.PlanOutput;
import io.tidemark.api.type.TypeFallback;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.watermark.WatermarkDeclaration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Makes a {@link JobPlan} of what the author's calls have recorded. Used once. */
final class PlanBuilder {
    private static final byte[] NOTHING = {};

    private final Configuration configuration;
    private final String jobName;
    private final List<PlanVertex> vertices;
    private final PlanUids uids;
    private final Map<PlanVertex, List<OutputTag<?>>> sideOutputs = new IdentityHashMap<>();
    private final Set<PlanVertex> consumedMains = new HashSet<>();
    private final Map<PlanVertex, Integer> nodeIds = new IdentityHashMap<>();
    private final List<PlanNode> nodes = new ArrayList<>();
    private final List<PlanEdge> edges = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();

    private PlanBuilder(Collection<PlanVertex> ends, Configuration configuration, String jobName) {
        this.configuration = configuration;
        this.jobName = jobName;
        this.vertices = withUpstream(ends);
        this.uids = new PlanUids(vertices);
    }

    /**
     * The plan of these operators and all that leads to them.
     *
     * @throws InvalidPlanException naming the operator that is wrong and what to write
     */
    static JobPlan build(Collection<PlanVertex> ends, Configuration configuration, String jobName) {
        if (ends.isEmpty()) {
            throw new InvalidPlanException("job \"" + jobName
                    + "\" has no operators. Add a source with fromSource or fromData, and end its stream with sinkTo.");
        }
        return new PlanBuilder(ends, configuration, jobName).build();
    }

    private static List<PlanVertex> withUpstream(Collection<PlanVertex> ends) {
        Set<PlanVertex> all = new TreeSet<>(Comparator.comparingInt(PlanVertex::order));
        List<PlanVertex> open = new ArrayList<>(ends);
        while (!open.isEmpty()) {
            PlanVertex vertex = open.remove(open.size() - 1);
            if (all.add(vertex)) {
                vertex.inputs().forEach(input -> input.ports().forEach(port -> open.add(port.vertex())));
            }
        }
        return List.copyOf(all);
    }

    private JobPlan build() {
        int maxParallelism = maxParallelism();
        List<WatermarkDeclaration> watermarks = PlanWatermarks.of(vertices);
        findConsumedOutputs();
        boolean bounded = true;
        for (PlanVertex vertex : vertices) {
            if (vertex.spec() instanceof OperatorSpec.SourceReaderSpec reader) {
                bounded &= reader.source().boundedness() == Boundedness.BOUNDED;
                addSource(vertex, reader);
            } else {
                addOperator(vertex);
            }
        }
        noteMissingUids();
        return new JobPlan(
                jobName, maxParallelism, bounded, nodes, edges, configuration.toMap(), watermarks, List.copyOf(notes));
    }

    private int maxParallelism() {
        int asked = configuration.find(JobOptions.MAX_PARALLELISM).orElse(0);
        boolean isLimit = asked > 0;
        int largest = 0;
        PlanVertex widest = vertices.get(0);
        for (PlanVertex vertex : vertices) {
            asked = Math.max(asked, vertex.maxParallelism());
            if (vertex.parallelism() > largest) {
                largest = vertex.parallelism();
                widest = vertex;
            }
        }
        int groups = MaxParallelism.roundUp(isLimit ? asked : Math.max(asked, largest));
        if (largest > groups) {
            throw new InvalidPlanException(widest.describe() + " has a parallelism of " + largest
                    + ", above the job's max parallelism of " + groups + "; raise "
                    + JobOptions.MAX_PARALLELISM.key());
        }
        if (asked > 0 && asked != groups) {
            notes.add("max parallelism is " + groups + " instead of " + asked + ": it is 128 times a power of two");
        }
        return groups;
    }

    private void findConsumedOutputs() {
        for (PlanVertex vertex : vertices) {
            for (PlanVertex.Input input : vertex.inputs()) {
                for (Port port : input.ports()) {
                    if (port.tag() == null) {
                        consumedMains.add(port.vertex());
                    }
                }
            }
        }
        Map<PlanVertex, Set<String>> consumed = new IdentityHashMap<>();
        vertices.stream()
                .flatMap(vertex -> vertex.inputs().stream())
                .flatMap(input -> input.ports().stream())
                .filter(port -> port.tag() != null)
                .forEach(port -> consumed.computeIfAbsent(port.vertex(), v -> new HashSet<>())
                        .add(port.tag().getId()));
        consumed.forEach((vertex, tags) -> {
            List<OutputTag<?>> inOrder = new ArrayList<>(vertex.sideOutputs().values());
            inOrder.removeIf(tag -> !tags.contains(tag.getId()));
            sideOutputs.put(vertex, inOrder);
        });
    }

    private void addSource(PlanVertex vertex, OperatorSpec.SourceReaderSpec reader) {
        validate(vertex, reader.source()::validate);
        int readers = vertex.parallelism();
        String splitsUid = PlanUids.ofSplits(uids.of(vertex));
        int enumeratorId = nodes.size();
        nodes.add(new PlanNode(
                enumeratorId,
                splitsUid,
                vertex.uid() != null,
                vertex.name() + " splits",
                OperatorSpec.Kind.SOURCE_ENUMERATOR.name(),
                1,
                true,
                false,
                PlanObjects.write(new OperatorSpec.SourceEnumeratorSpec(reader.source(), readers), vertex.describe()),
                List.of(),
                List.of(new PlanOutput(0, "", "SplitAssignment", splitSerializer(vertex, reader.source())))));
        addNode(vertex, List.of(new PlanInput(0, NOTHING)));
        edges.add(new PlanEdge(edges.size(), enumeratorId, 0, nodeIds.get(vertex), 0, Partitioning.DIRECT, NOTHING));
    }

    private static <S extends SourceSplit> byte[] splitSerializer(PlanVertex vertex, Source<?, S> source) {
        return PlanObjects.write(new SplitAssignmentSerializer<>(source.splitSerializer()), vertex.describe());
    }

    private void addOperator(PlanVertex vertex) {
        if (vertex.spec() instanceof OperatorSpec.SinkSpec sink) {
            validate(vertex, sink.sink()::validate);
        }
        List<PlanInput> inputs = new ArrayList<>();
        for (PlanVertex.Input input : vertex.inputs()) {
            byte[] keySpec = input.keySpec() == null ? NOTHING : PlanObjects.write(input.keySpec(), vertex.describe());
            inputs.add(new PlanInput(inputs.size(), keySpec));
        }
        addNode(vertex, inputs);
        for (int i = 0; i < vertex.inputs().size(); i++) {
            List<Port> ports = vertex.inputs().get(i).ports();
            commonType(ports, "the input of " + vertex.describe());
            for (Port port : ports) {
                addEdge(port, vertex, i);
            }
        }
    }

    private void addNode(PlanVertex vertex, List<PlanInput> inputs) {
        int id = nodes.size();
        nodeIds.put(vertex, id);
        boolean isChainable = vertex.isChainable() && configuration.get(JobOptions.OPERATOR_CHAINING);
        nodes.add(new PlanNode(
                id,
                uids.of(vertex),
                vertex.uid() != null,
                vertex.name(),
                vertex.spec().kind().name(),
                vertex.parallelism(),
                vertex.hasOwnParallelism(),
                isChainable,
                PlanObjects.write(specOf(vertex), vertex.describe()),
                inputs,
                outputsOf(vertex)));
    }

    /** With what is known of an operator only now that the plan is complete. */
    private static OperatorSpec specOf(PlanVertex vertex) {
        return vertex.spec() instanceof OperatorSpec.AsyncSpec async
                        && vertex.type().isKnown()
                ? async.withResults(vertex.type().use().createSerializer())
                : vertex.spec();
    }

    private List<PlanOutput> outputsOf(PlanVertex vertex) {
        List<PlanOutput> outputs = new ArrayList<>();
        if (!vertex.isSink()) {
            boolean isNeeded = consumedMains.contains(vertex) || vertex.type().isKnown();
            // Nobody can miss the type of records that nobody gets.
            outputs.add(
                    isNeeded ? output(vertex, 0, "", vertex.type().use()) : new PlanOutput(0, "", "unknown", NOTHING));
        }
        for (OutputTag<?> tag : sideOutputs.getOrDefault(vertex, List.of())) {
            outputs.add(output(vertex, outputs.size(), tag.getId(), tag.getTypeInfo()));
        }
        return outputs;
    }

    private PlanOutput output(PlanVertex vertex, int ordinal, String tagId, TypeInformation<?> type) {
        for (TypeFallback fallback : type.fallbacks()) {
            notes.add(vertex.describe() + ": " + type + fallback.path() + " is left to the serializer of last resort ("
                    + fallback.typeName() + "): " + fallback.reason());
        }
        byte[] serializer = PlanObjects.write(type.createSerializer(), vertex.describe());
        return new PlanOutput(ordinal, tagId, type.toString(), serializer);
    }

    private void addEdge(Port port, PlanVertex target, int input) {
        PlanVertex source = port.vertex();
        boolean isEquallyWide = source.parallelism() == target.parallelism();
        Partitioning partitioning = port.partitioning();
        if (partitioning == null) {
            partitioning = isEquallyWide ? Partitioning.FORWARD : Partitioning.REBALANCE;
        } else if (partitioning == Partitioning.FORWARD && !isEquallyWide) {
            throw new InvalidPlanException("forward from " + source.describe() + " to " + target.describe()
                    + " needs the same parallelism on both sides, they have " + source.parallelism() + " and "
                    + target.parallelism() + "; use rebalance, or leave forward out");
        }
        byte[] partitioner =
                port.partitioner() == null ? NOTHING : PlanObjects.write(port.partitioner(), target.describe());
        edges.add(new PlanEdge(
                edges.size(),
                nodeIds.get(source),
                ordinalOf(port),
                nodeIds.get(target),
                input,
                partitioning,
                partitioner));
    }

    private int ordinalOf(Port port) {
        return port.tag() == null ? 0 : 1 + sideOutputs.get(port.vertex()).indexOf(port.tag());
    }

    private static void validate(PlanVertex vertex, Runnable validation) {
        try {
            validation.run();
        } catch (ConnectorException e) {
            throw new InvalidPlanException(vertex.describe() + ": " + e.getMessage() + "\n" + e.hint(), e);
        } catch (RuntimeException e) {
            throw new InvalidPlanException(vertex.describe() + ": " + e.getMessage(), e);
        }
    }

    private void noteMissingUids() {
        List<String> nameless = vertices.stream()
                .filter(vertex -> vertex.uid() == null)
                .filter(PlanBuilder::hasState)
                .map(PlanVertex::describe)
                .toList();
        if (!nameless.isEmpty()) {
            notes.add("without a uid: " + String.join(", ", nameless)
                    + ". Their state (positions of sources, state by key, records under way) is found again by an unchanged job only: a changed"
                    + " one that starts from a savepoint would lose it. Give them a uid.");
        }
    }

    private static boolean hasState(PlanVertex vertex) {
        return vertex.spec() instanceof OperatorSpec.SourceReaderSpec
                || vertex.spec() instanceof OperatorSpec.AsyncSpec
                || vertex.inputs().stream().anyMatch(input -> input.keySpec() != null);
    }

    /**
     * The type of a union.
     *
     * @throws InvalidPlanException when it is not of one type
     */
    static TypeInformation<?> commonType(List<Port> ports, String where) {
        TypeInformation<?> first = ports.get(0).type();
        Optional<Port> other =
                ports.stream().filter(port -> !port.type().equals(first)).findFirst();
        if (other.isPresent()) {
            throw new InvalidPlanException(where + " is of two types: " + first + " from "
                    + ports.get(0).vertex().describe() + " and " + other.get().type() + " from "
                    + other.get().vertex().describe());
        }
        return first;
    }
}
