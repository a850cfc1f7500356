package io.tidemark.deploy.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.view.LiveStateView;
import io.tidemark.network.proto.GetStateRequest;
import io.tidemark.network.proto.KeyText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "get",
        description = "Read what a running job's state holds under a key at the moment. Nothing is stopped or changed.")
final class StateGetCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Mixin
    private ListingOptions listing;

    @Option(names = "--operator", required = true, paramLabel = "U", description = "The operator, by uid or name.")
    private String operator;

    @Option(names = "--state", required = true, paramLabel = "S", description = "The name of the state.")
    private String state;

    @Parameters(index = "0", paramLabel = "ID", description = "The job, or as much of its id as makes it unique.")
    private String id;

    @Parameters(
            index = "1",
            paramLabel = "KEY",
            description = "The key, as its type is written: a number, a text, a UUID, a constant; a tuple or record as"
                    + " JSON, such as [\"a\",7].")
    private String key;

    StateGetCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        try (ClusterClient cluster = client.connect(surroundings)) {
            GetStateRequest request = GetStateRequest.newBuilder()
                    .setJobId(id)
                    .setOperator(operator)
                    .setState(state)
                    .setKey(keyOf(key))
                    .build();
            LiveStateView view = LiveStateView.of(cluster.state(request));
            surroundings.terminal().lines(listing.linesOf(view, surroundings.times()));
        }
        return 0;
    }

    /** What begins as a JSON array or object is one; everything else is text. */
    static KeyText keyOf(String text) {
        String trimmed = text.strip();
        if (!trimmed.startsWith("[") && !trimmed.startsWith("{")) {
            return KeyText.newBuilder().setText(text).build();
        }
        try {
            return keyOf(JSON.readTree(trimmed));
        } catch (JsonProcessingException e) {
            throw UserError.usage(
                    "the key " + text + " is no JSON: " + e.getOriginalMessage(),
                    "Write a tuple or record as [\"a\",7] or {\"name\":\"a\",\"count\":7}.",
                    e);
        }
    }

    private static KeyText keyOf(JsonNode node) {
        KeyText.Builder key = KeyText.newBuilder();
        if (node.isArray()) {
            key.setComposite(true);
            node.forEach(part -> key.addParts(keyOf(part)));
        } else if (node.isObject()) {
            key.setComposite(true);
            node.properties().forEach(field -> key.addNames(field.getKey()).addParts(keyOf(field.getValue())));
        } else {
            key.setText(node.asText());
        }
        return key.build();
    }
}
