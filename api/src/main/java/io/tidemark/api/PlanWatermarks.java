package io.tidemark.api;

import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.watermark.WatermarkDeclarable;
import io.tidemark.api.watermark.WatermarkDeclaration;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Gathers what the functions, sources and sinks of a job declare into one set. Used once. */
final class PlanWatermarks {
    private record Declared(WatermarkDeclaration declaration, PlanVertex by) {}

    private final SortedMap<String, Declared> byIdentifier = new TreeMap<>();

    private PlanWatermarks() {}

    /**
     * The declarations of these operators, by identifier.
     *
     * @throws InvalidPlanException when two of them differ, naming both places
     */
    static List<WatermarkDeclaration> of(List<PlanVertex> vertices) {
        PlanWatermarks all = new PlanWatermarks();
        for (PlanVertex vertex : vertices) {
            partsOf(vertex.spec())
                    .filter(WatermarkDeclarable.class::isInstance)
                    .forEach(part -> all.add(vertex, (WatermarkDeclarable) part));
        }
        return all.byIdentifier.values().stream().map(Declared::declaration).toList();
    }

    /** What of an operator is the author's; absent parts are null. */
    private static Stream<Object> partsOf(OperatorSpec spec) {
        return switch (spec.kind()) {
            case SOURCE_READER -> Stream.of(((OperatorSpec.SourceReaderSpec) spec).source());
            case MAP -> Stream.of(((OperatorSpec.MapSpec) spec).function());
            case FILTER -> Stream.of(((OperatorSpec.FilterSpec) spec).function());
            case FLAT_MAP -> Stream.of(((OperatorSpec.FlatMapSpec) spec).function());
            case PROCESS -> Stream.of(((OperatorSpec.ProcessSpec) spec).function());
            case KEYED_PROCESS -> Stream.of(((OperatorSpec.KeyedProcessSpec) spec).function());
            case STREAM_PROCESS -> Stream.of(((OperatorSpec.StreamProcessSpec) spec).function());
            case CONNECT -> Stream.of(((OperatorSpec.ConnectSpec) spec).function());
            case INTERVAL_JOIN -> Stream.of(((OperatorSpec.IntervalJoinSpec) spec).function());
            case ASYNC -> Stream.of(((OperatorSpec.AsyncSpec) spec).function());
            case KEYED_REDUCE -> Stream.of(((OperatorSpec.KeyedReduceSpec) spec).function());
            case WINDOW -> {
                OperatorSpec.WindowSpec window = (OperatorSpec.WindowSpec) spec;
                yield Stream.of(window.reduce(), window.aggregate(), window.process());
            }
            case CUSTOM -> Stream.of(((OperatorSpec.CustomSpec) spec).factory());
            case SINK -> Stream.of(((OperatorSpec.SinkSpec) spec).sink());
            case SOURCE_ENUMERATOR, TIMESTAMPS -> Stream.empty();
        };
    }

    private void add(PlanVertex vertex, WatermarkDeclarable declarable) {
        Set<? extends WatermarkDeclaration> declarations;
        try {
            declarations = declarable.declareWatermarks();
        } catch (RuntimeException e) {
            throw new InvalidPlanException(vertex.describe() + ": declareWatermarks failed: " + e, e);
        }
        if (declarations == null) {
            throw new InvalidPlanException(
                    vertex.describe() + ": declareWatermarks returned null; return Set.of() to declare nothing");
        }
        for (WatermarkDeclaration declaration : declarations) {
            Declared earlier = byIdentifier.putIfAbsent(declaration.getIdentifier(), new Declared(declaration, vertex));
            if (earlier != null && !earlier.declaration.equals(declaration)) {
                throw new InvalidPlanException("watermark \"" + declaration.getIdentifier() + "\" is declared as "
                        + earlier.declaration + " by " + earlier.by.describe() + " and as " + declaration + " by "
                        + vertex.describe() + ".\nDeclare it in one place, or alike in both; one constant will do.");
            }
        }
    }
}
