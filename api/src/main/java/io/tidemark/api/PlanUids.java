package io.tidemark.api;

import io.tidemark.api.plan.InvalidPlanException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The uid of every operator: the one that was given, or one made from its kind, its name and the uids of what leads to
 * it. So it is the same on every run, and does not change with operators that are added elsewhere.
 */
final class PlanUids {
    private static final int DIGEST_BYTES = 8;

    private final Map<PlanVertex, String> uids = new IdentityHashMap<>();
    private final Map<String, PlanVertex> owners = new HashMap<>();
    private final Map<String, Integer> occurrences = new HashMap<>();

    /** @param vertices inputs first */
    PlanUids(List<PlanVertex> vertices) {
        for (PlanVertex vertex : vertices) {
            if (vertex.uid() != null) {
                claim(vertex.uid(), vertex);
            }
        }
        for (PlanVertex vertex : vertices) {
            String uid = vertex.uid() == null ? generate(vertex) : vertex.uid();
            uids.put(vertex, uid);
            if (vertex.uid() == null) {
                claim(uid, vertex);
            }
            if (vertex.inputs().isEmpty()) {
                claim(ofSplits(uid), vertex);
            }
        }
    }

    String of(PlanVertex vertex) {
        return uids.get(vertex);
    }

    /** The uid of the enumerator of a source. */
    static String ofSplits(String sourceUid) {
        return sourceUid + "-splits";
    }

    private void claim(String uid, PlanVertex vertex) {
        PlanVertex earlier = owners.put(uid, vertex);
        if (earlier != null) {
            throw new InvalidPlanException("uid \"" + uid + "\" is given to both " + earlier.describe() + " and "
                    + vertex.describe() + "; each operator needs one of its own");
        }
    }

    private String generate(PlanVertex vertex) {
        StringBuilder shape =
                new StringBuilder().append(vertex.spec().kind()).append('\n').append(vertex.name());
        for (PlanVertex.Input input : vertex.inputs()) {
            shape.append("\ninput");
            for (Port port : input.ports()) {
                shape.append('\n').append(uids.get(port.vertex()));
                if (port.tag() != null) {
                    shape.append('\n').append(port.tag().getId());
                }
            }
        }
        // Twins, which differ in nothing that is looked at, are told apart by their order.
        int twin = occurrences.merge(shape.toString(), 1, Integer::sum);
        String kind = vertex.spec().kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return kind + "-" + digest(shape + "\n" + twin);
    }

    private static String digest(String text) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(whole, DIGEST_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
