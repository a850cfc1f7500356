package io.tidemark.coordinator.rpc;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.tidemark.coordinator.planning.PlanningFailure;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.rpc.ErrorDetails;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Answers calls when their futures are there. */
final class Replies {
    private Replies() {}

    static <T> void send(CompletableFuture<T> answer, StreamObserver<T> observer) {
        answer.whenComplete((reply, failure) -> {
            if (failure != null) {
                observer.onError(toStatus(failure));
                return;
            }
            observer.onNext(reply);
            observer.onCompleted();
        });
    }

    static StatusRuntimeException refusal(Status.Code code, String cause, String hint) {
        return ErrorDetails.toStatus(
                code, ErrorDetail.newBuilder().setCause(cause).setHint(hint).build());
    }

    static StatusRuntimeException toStatus(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof StatusRuntimeException status) {
            return status;
        }
        if (cause instanceof PlanningFailure planning) {
            return ErrorDetails.toStatus(Status.Code.INVALID_ARGUMENT, planning.detail());
        }
        return refusal(
                Status.Code.INTERNAL,
                "the coordinator could not do it: " + cause,
                "Its log says more. Trying again may help.");
    }
}
