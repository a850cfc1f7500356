package io.tidemark.coordinator.job;

import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Savepoints, stops and rescales that were asked for, and what has become of them; the last ones are remembered. They are not
 * durable: what must survive a crash is in the {@link JobOrders}.
 */
final class JobRequests {
    /** What was asked for. */
    enum Kind {
        SAVEPOINT,
        STOP,
        RESCALE
    }

    private static final int REMEMBERED = 32;
    private static final String OPEN = "OPEN";

    private final Map<String, JobRequest> byToken = new LinkedHashMap<>();

    /** @return false when it is there already */
    boolean open(String token, Kind kind) {
        if (byToken.containsKey(token)) {
            return false;
        }
        if (byToken.size() >= REMEMBERED) {
            byToken.values().stream()
                    .filter(request -> !request.getState().equals(OPEN))
                    .findFirst()
                    .map(JobRequest::getToken)
                    .ifPresent(byToken::remove);
        }
        byToken.put(
                token,
                JobRequest.newBuilder()
                        .setToken(token)
                        .setKind(kind.name())
                        .setState(OPEN)
                        .build());
        return true;
    }

    void done(String token, String location) {
        find(token)
                .filter(request -> request.getState().equals(OPEN))
                .ifPresent(request -> byToken.put(
                        token,
                        request.toBuilder()
                                .setState("DONE")
                                .setLocation(location)
                                .build()));
    }

    void failed(String token, String cause, String hint) {
        find(token)
                .filter(request -> request.getState().equals(OPEN))
                .ifPresent(request -> byToken.put(
                        token,
                        request.toBuilder()
                                .setState("FAILED")
                                .setFailure(
                                        ErrorDetail.newBuilder().setCause(cause).setHint(hint))
                                .build()));
    }

    /** All that are open have come to nothing. */
    void failAll(String cause, String hint) {
        List.copyOf(byToken.keySet()).forEach(token -> failed(token, cause, hint));
    }

    Optional<JobRequest> find(String token) {
        return Optional.ofNullable(byToken.get(token));
    }

    /** The newest last. */
    List<JobRequest> all() {
        return new ArrayList<>(byToken.values());
    }
}
