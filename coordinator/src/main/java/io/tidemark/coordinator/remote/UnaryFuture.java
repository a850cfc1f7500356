package io.tidemark.coordinator.remote;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;

/** The one reply of a call as a future. */
final class UnaryFuture<T> extends CompletableFuture<T> implements StreamObserver<T> {
    @Override
    public void onNext(T reply) {
        complete(reply);
    }

    @Override
    public void onError(Throwable failure) {
        completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
        // The reply has come before.
    }
}
