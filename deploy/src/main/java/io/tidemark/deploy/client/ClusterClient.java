package io.tidemark.deploy.client;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.AdviseDelayReply;
import io.tidemark.network.proto.AdviseDelayRequest;
import io.tidemark.network.proto.CancelJobReply;
import io.tidemark.network.proto.CancelJobRequest;
import io.tidemark.network.proto.ClusterStatusReply;
import io.tidemark.network.proto.GetClusterStatusRequest;
import io.tidemark.network.proto.GetJobRequest;
import io.tidemark.network.proto.GetLateRecordsRequest;
import io.tidemark.network.proto.GetStateRequest;
import io.tidemark.network.proto.GetWatermarksRequest;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.JobRequestReply;
import io.tidemark.network.proto.JobServiceGrpc;
import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.ListCheckpointsReply;
import io.tidemark.network.proto.ListCheckpointsRequest;
import io.tidemark.network.proto.ListJobsReply;
import io.tidemark.network.proto.ListJobsRequest;
import io.tidemark.network.proto.LiveState;
import io.tidemark.network.proto.RescaleJobRequest;
import io.tidemark.network.proto.RestoreFrom;
import io.tidemark.network.proto.SavepointJobRequest;
import io.tidemark.network.proto.StopJobRequest;
import io.tidemark.network.proto.SubmitHeader;
import io.tidemark.network.proto.SubmitJobReply;
import io.tidemark.network.proto.SubmitPlanRequest;
import io.tidemark.network.proto.WatermarksReply;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.RpcChannels;
import io.tidemark.network.rpc.Security;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * One cluster's coordinator. Every call waits for its answer, for a bounded time, and throws a {@link UserError} when
 * there is none. Thread-safe.
 */
public final class ClusterClient implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    /** Planning runs the job's main; the coordinator bounds it by an option of its own. */
    private static final Duration SUBMIT_TIMEOUT = Duration.ofMinutes(15);

    private final HostPort address;
    private final ManagedChannel channel;

    private ClusterClient(HostPort address, ManagedChannel channel) {
        this.address = address;
        this.channel = channel;
    }

    /**
     * Connects; that somebody listens is found out at once.
     *
     * @throws UserError when nobody does within three seconds, or when the address needs a secret that is not given
     */
    public static ClusterClient connect(HostPort address, Security security) {
        try (Socket socket = new Socket()) {
            InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
            if (resolved.isUnresolved()) {
                throw CallErrors.nobodyAt(address, "the name " + address.host() + " is not known");
            }
            socket.connect(resolved, (int) CONNECT_TIMEOUT.toMillis());
        } catch (ConnectException e) {
            throw CallErrors.nobodyAt(address, "the connection was refused");
        } catch (SocketTimeoutException e) {
            throw CallErrors.nobodyAt(address, "there was no answer in " + CONNECT_TIMEOUT.toSeconds() + " s");
        } catch (IOException e) {
            throw CallErrors.nobodyAt(address, e.getMessage());
        }
        return new ClusterClient(address, RpcChannels.connect(address.toString(), security));
    }

    public HostPort address() {
        return address;
    }

    public ListJobsReply jobs() {
        return call(stub -> stub.listJobs(ListJobsRequest.getDefaultInstance()));
    }

    /** @param id the job's, or as much of its beginning as makes it unique; so for all calls that take one */
    public JobDetail job(String id) {
        return call(stub -> stub.getJob(GetJobRequest.newBuilder().setJobId(id).build()));
    }

    /** As {@link #job}, or empty when the coordinator is away for the moment. */
    public Optional<JobDetail> jobIfThere(String id) {
        return jobIfThere(id, Duration.ZERO);
    }

    /**
     * As {@link #jobIfThere(String)}, once the job has ended or so much time has passed.
     *
     * @param wait up to 20 s count
     */
    public Optional<JobDetail> jobIfThere(String id, Duration wait) {
        try {
            return Optional.of(stub(CALL_TIMEOUT)
                    .getJob(GetJobRequest.newBuilder()
                            .setJobId(id)
                            .setWaitMs(wait.toMillis())
                            .build()));
        } catch (StatusRuntimeException e) {
            if (CallErrors.isAway(e)) {
                // Else the next attempt to connect is put off longer and longer.
                channel.resetConnectBackoff();
                return Optional.empty();
            }
            throw CallErrors.of(e, address);
        }
    }

    public CancelJobReply cancel(String id) {
        return call(stub ->
                stub.cancelJob(CancelJobRequest.newBuilder().setJobId(id).build()));
    }

    /**
     * Asks for a savepoint; {@link RequestFollower} waits for it.
     *
     * @param token the caller's; the same one twice is one request
     */
    public JobRequestReply savepoint(String id, String token, String directory) {
        return call(stub -> stub.savepointJob(SavepointJobRequest.newBuilder()
                .setJobId(id)
                .setToken(token)
                .setDirectory(directory)
                .build()));
    }

    /**
     * Asks a job to stop with a savepoint.
     *
     * @param directory empty for where the coordinator keeps savepoints
     */
    public JobRequestReply stop(String id, String token, String directory, boolean drain) {
        return call(stub -> stub.stopJob(StopJobRequest.newBuilder()
                .setJobId(id)
                .setToken(token)
                .setDirectory(directory)
                .setDrain(drain)
                .build()));
    }

    /**
     * Asks a job to go on at another parallelism.
     *
     * @param waits whether it stops also when there are too few slots, and goes on once they are there
     */
    public JobRequestReply rescale(String id, String token, int parallelism, boolean waits) {
        return call(stub -> stub.rescaleJob(RescaleJobRequest.newBuilder()
                .setJobId(id)
                .setToken(token)
                .setParallelism(parallelism)
                .setWait(waits)
                .build()));
    }

    public ListCheckpointsReply checkpoints(String id) {
        return call(stub -> stub.listCheckpoints(
                ListCheckpointsRequest.newBuilder().setJobId(id).build()));
    }

    public WatermarksReply watermarks(String id) {
        return call(stub -> stub.getWatermarks(
                GetWatermarksRequest.newBuilder().setJobId(id).build()));
    }

    public LateRecordsReply lateRecords(String id) {
        return call(stub -> stub.getLateRecords(
                GetLateRecordsRequest.newBuilder().setJobId(id).build()));
    }

    /** Begins to look at the timestamps of a job's sources, or goes on, and says what came of those seen so far. */
    public AdviseDelayReply adviseDelay(AdviseDelayRequest request) {
        return call(stub -> stub.adviseDelay(request));
    }

    /** Reads keyed state of a job that runs. */
    public LiveState state(GetStateRequest request) {
        return call(stub -> stub.getState(request));
    }

    public ClusterStatusReply status() {
        return call(stub -> stub.getClusterStatus(GetClusterStatusRequest.getDefaultInstance()));
    }

    /**
     * Sends a job's jar up, has it planned and started.
     *
     * @param sentBytes hears how much of the jar is on its way
     */
    public SubmitJobReply submit(SubmitHeader header, Path jar, LongConsumer sentBytes) {
        try {
            return JarUpload.send(
                    JobServiceGrpc.newStub(channel).withDeadlineAfter(SUBMIT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS),
                    header,
                    jar,
                    sentBytes);
        } catch (StatusRuntimeException e) {
            throw CallErrors.of(e, address);
        }
    }

    /** Starts a job whose plan was made here and whose classes are on the workers' class path. */
    public SubmitJobReply submit(JobPlanProto plan, String submissionId) {
        return submit(plan, submissionId, RestoreFrom.getDefaultInstance());
    }

    /** As {@link #submit(JobPlanProto, String)}, from a savepoint. */
    public SubmitJobReply submit(JobPlanProto plan, String submissionId, RestoreFrom restore) {
        return call(stub -> stub.submitPlan(SubmitPlanRequest.newBuilder()
                .setPlan(plan)
                .setSubmissionId(submissionId)
                .setRestore(restore)
                .build()));
    }

    private <T> T call(Function<JobServiceGrpc.JobServiceBlockingStub, T> call) {
        try {
            return call.apply(stub(CALL_TIMEOUT));
        } catch (StatusRuntimeException e) {
            throw CallErrors.of(e, address);
        }
    }

    private JobServiceGrpc.JobServiceBlockingStub stub(Duration timeout) {
        return JobServiceGrpc.newBlockingStub(channel).withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
