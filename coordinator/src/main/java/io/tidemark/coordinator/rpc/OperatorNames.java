package io.tidemark.coordinator.rpc;

import io.grpc.Status;
import io.tidemark.api.config.NearestName;
import io.tidemark.coordinator.loop.Refusal;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.List;
import java.util.stream.Stream;

/** Finds an operator of a job by what people call it: its uid, or its name when only one has it. */
final class OperatorNames {
    private OperatorNames() {}

    /** @throws Refusal when there is none, or several, of that name */
    static String uidOf(List<PlanNodeProto> nodes, String given) {
        if (nodes.stream().anyMatch(node -> node.getUid().equals(given))) {
            return given;
        }
        List<String> named = nodes.stream()
                .filter(node -> node.getName().equals(given))
                .map(PlanNodeProto::getUid)
                .toList();
        if (named.size() == 1) {
            return named.get(0);
        }
        if (named.size() > 1) {
            throw new Refusal(Replies.refusal(
                    Status.Code.INVALID_ARGUMENT,
                    named.size() + " operators are called \"" + given + "\"",
                    "Give one of their uids: " + String.join(", ", named)));
        }
        List<String> known = nodes.stream()
                .flatMap(node -> Stream.of(node.getUid(), node.getName()))
                .distinct()
                .toList();
        throw new Refusal(Replies.refusal(
                Status.Code.NOT_FOUND,
                "the job has no operator \"" + given + "\"",
                NearestName.of(given, known)
                        .map(nearest -> "Did you mean \"" + nearest + "\"?")
                        .orElse("It has " + String.join(", ", known) + ".")));
    }
}
