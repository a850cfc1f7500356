package io.tidemark.deploy.client;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.rpc.ErrorDetails;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.RpcChannels;

/** What a failed call means for the one who made it. Pure. */
final class CallErrors {
    private static final String WHERE_TO_LOOK =
            "Start one with: tidemark cluster start, or name it: --coordinator HOST:PORT";

    private CallErrors() {}

    static UserError nobodyAt(HostPort address, String why) {
        return UserError.noCoordinator("no coordinator answers at " + address + ": " + why, WHERE_TO_LOOK);
    }

    /** Whether the call may well succeed later, when the coordinator is there again. */
    static boolean isAway(StatusRuntimeException failure) {
        return RpcChannels.isUnanswered(failure.getStatus());
    }

    static UserError of(StatusRuntimeException failure, HostPort address) {
        Status.Code code = failure.getStatus().getCode();
        if (code == Status.Code.UNAUTHENTICATED || code == Status.Code.PERMISSION_DENIED) {
            return UserError.usage(
                    "the coordinator at " + address + " does not accept the shared secret given here",
                    "Set TIDEMARK_SECURITY_SHARED_SECRET or security.shared-secret-file to the cluster's.",
                    failure);
        }
        return ErrorDetails.from(failure)
                .map(detail -> reported(code, detail, failure))
                .orElseGet(() -> bare(code, failure, address));
    }

    private static UserError reported(Status.Code code, ErrorDetail detail, StatusRuntimeException failure) {
        return UserError.reported(status(code), detail.getCause(), detail.getHint(), detail.getStackTrace(), failure);
    }

    private static ExitStatus status(Status.Code code) {
        return switch (code) {
            case NOT_FOUND, OUT_OF_RANGE -> ExitStatus.USAGE;
            case UNAVAILABLE, DEADLINE_EXCEEDED -> ExitStatus.NO_COORDINATOR;
            default -> ExitStatus.FAILED;
        };
    }

    private static UserError bare(Status.Code code, StatusRuntimeException failure, HostPort address) {
        String description = failure.getStatus().getDescription();
        String why = description == null ? code.name() : description;
        return switch (code) {
            case UNAVAILABLE -> nobodyAt(address, why);
            case DEADLINE_EXCEEDED ->
                UserError.noCoordinator(
                        "the coordinator at " + address + " did not answer in time", "Look at its log, or try again.");
            case UNIMPLEMENTED ->
                UserError.failed(
                        "what answers at " + address + " does not know this call",
                        "Use the tidemark command of the same version as the cluster's.",
                        failure);
            case NOT_FOUND -> UserError.usage(why, "List what is there with: tidemark jobs", failure);
            default ->
                UserError.failed(
                        "the coordinator at " + address + " refused: " + why, "Look at its log for more.", failure);
        };
    }
}
