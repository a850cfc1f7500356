package io.tidemark.api.plan;

import io.tidemark.api.watermark.WatermarkDeclaration;
import java.util.List;
import java.util.Map;

/**
 * A job, ready to be scheduled.
 *
 * @param maxParallelism number of key groups, a power of two times 128 and at most 32768
 * @param bounded whether every source ends
 * @param configuration the job's options by key, as given by the author and the command line
 * @param watermarks what the job's functions and sources declare, each identifier once
 * @param notes remarks for the author made at plan time, one line each (for example fallback types)
 */
public record JobPlan(
        String name,
        int maxParallelism,
        boolean bounded,
        List<PlanNode> nodes,
        List<PlanEdge> edges,
        Map<String, String> configuration,
        List<WatermarkDeclaration> watermarks,
        List<String> notes) {
    public JobPlan {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        configuration = Map.copyOf(configuration);
        watermarks = List.copyOf(watermarks);
        notes = List.copyOf(notes);
    }
}
