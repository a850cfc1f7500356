package io.tidemark.worker.chain;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.RecordHandover;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.WatermarkDeclaration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A chain before it is made.
 *
 * @param inputs number of the head's inputs
 * @param operators in topological order, the head first
 * @param links the edges between them; each but the head has exactly one that leads to it
 * @param edges the edges out of the chain
 * @param watermarks all that the job declares
 */
public record ChainSetup(
        Where where,
        int inputs,
        List<OperatorSetup> operators,
        List<Link> links,
        List<Exit> edges,
        Configuration configuration,
        List<WatermarkDeclaration> watermarks,
        ClassLoader userClassLoader) {
    public ChainSetup {
        operators = List.copyOf(operators);
        links = List.copyOf(links);
        edges = List.copyOf(edges);
        watermarks = List.copyOf(watermarks);
    }

    /** Of a job that declares no watermarks. */
    public ChainSetup(
            Where where,
            int inputs,
            List<OperatorSetup> operators,
            List<Link> links,
            List<Exit> edges,
            Configuration configuration,
            ClassLoader userClassLoader) {
        this(where, inputs, operators, links, edges, configuration, List.of(), userClassLoader);
    }

    /** The declared watermarks by identifier. */
    Map<String, WatermarkDeclaration> watermarksByIdentifier() {
        Map<String, WatermarkDeclaration> byIdentifier = new TreeMap<>();
        watermarks.forEach(declaration -> byIdentifier.put(declaration.getIdentifier(), declaration));
        return byIdentifier;
    }

    /**
     * Which subtask of which job this is.
     *
     * @param maxParallelism number of key groups
     */
    public record Where(String jobId, String jobName, int attempt, int subtask, int parallelism, int maxParallelism) {}

    /**
     * An edge between two operators of the chain.
     *
     * @param from index of the producer
     * @param to index of the consumer, above {@code from}
     * @param handover what happens to records on the way
     * @param serializer of the records; may be null when they are shared
     */
    public record Link(
            int from, int output, int to, int input, RecordHandover handover, TypeSerializer<Object> serializer) {}

    /**
     * An edge to other tasks.
     *
     * @param from index of the producer
     * @param checked serializer of the records, when it is to be checked that nobody changes them; else null
     */
    public record Exit(int from, int output, OutputEdge edge, TypeSerializer<Object> checked) {}
}
