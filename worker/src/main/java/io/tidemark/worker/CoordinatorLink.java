package io.tidemark.worker;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tidemark.network.proto.CoordinatorServiceGrpc;
import io.tidemark.network.proto.CoordinatorServiceGrpc.CoordinatorServiceBlockingStub;
import io.tidemark.network.proto.FetchJarRequest;
import io.tidemark.network.proto.HeartbeatReply;
import io.tidemark.network.proto.HeartbeatRequest;
import io.tidemark.network.proto.JarChunk;
import io.tidemark.network.proto.RegisterWorkerReply;
import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.rpc.RpcChannels;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the coordinator. One thread registers and keeps up heartbeats; when the coordinator is away it goes on trying,
 * and the tasks go on running. Another thread sends reports in order, each again until the coordinator has taken or
 * refused it.
 */
final class CoordinatorLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorLink.class);
    private static final long CALL_TIMEOUT_MS = 5_000;
    private static final long JAR_TIMEOUT_MS = 300_000;
    private static final long FIRST_RETRY_MS = 100;
    private static final long MAX_RETRY_MS = 1_000;

    private final ManagedChannel channel;
    private final Function<RegisterWorkerReply, HeartbeatRequest> heartbeat;
    private final Consumer<RegisterWorkerReply> onRegistered;
    private final Consumer<HeartbeatReply> onReply;
    private final ReportQueue reports;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, CoordinatorLink::daemon);
    private volatile boolean closed;

    /**
     * @param reports what is to be told
     * @param heartbeat makes the next heartbeat of a registration
     * @param onRegistered hears of each registration
     * @param onReply hears of each answer to a heartbeat
     */
    CoordinatorLink(
            ManagedChannel channel,
            ReportQueue reports,
            Function<RegisterWorkerReply, HeartbeatRequest> heartbeat,
            Consumer<RegisterWorkerReply> onRegistered,
            Consumer<HeartbeatReply> onReply) {
        this.channel = channel;
        this.reports = reports;
        this.heartbeat = heartbeat;
        this.onRegistered = onRegistered;
        this.onReply = onReply;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "coordinator-link");
        thread.setDaemon(true);
        return thread;
    }

    /** @param registration who this worker is */
    void start(RegisterWorkerRequest registration) {
        threads.execute(() -> keepRegistered(registration));
        threads.execute(this::sendReports);
    }

    private CoordinatorServiceBlockingStub coordinator(long timeoutMs) {
        return CoordinatorServiceGrpc.newBlockingStub(channel).withDeadlineAfter(timeoutMs, TimeUnit.MILLISECONDS);
    }

    // ------------------------------------------------------------------------------------ heartbeats

    private void keepRegistered(RegisterWorkerRequest registration) {
        RegisterWorkerReply registered = null;
        long retryMs = FIRST_RETRY_MS;
        boolean away = false;
        while (!closed) {
            try {
                if (registered == null) {
                    registered = coordinator(CALL_TIMEOUT_MS).registerWorker(registration);
                    onRegistered.accept(registered);
                    LOG.info("Registered with the coordinator, epoch {}", registered.getEpoch());
                }
                HeartbeatReply reply = coordinator(CALL_TIMEOUT_MS).heartbeat(heartbeat.apply(registered));
                if (away) {
                    LOG.info("The coordinator is back");
                    away = false;
                }
                retryMs = FIRST_RETRY_MS;
                onReply.accept(reply);
                if (!reply.getKnown()) {
                    registered = null;
                    continue;
                }
                pause(registered.getHeartbeatIntervalMs());
            } catch (StatusRuntimeException e) {
                if (!away && !closed) {
                    LOG.warn("The coordinator does not answer ({}); trying on", describe(e.getStatus()));
                    away = true;
                }
                pause(retryMs);
                retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
            } catch (RuntimeException e) {
                LOG.error("A heartbeat failed", e);
                pause(MAX_RETRY_MS);
            }
        }
    }

    /** One line; the status itself has the whole stack of its cause. */
    private static String describe(Status status) {
        Throwable cause = status.getCause();
        String text = status.getCode() + (status.getDescription() == null ? "" : ": " + status.getDescription());
        return cause == null ? text : text + ", " + cause.getMessage();
    }

    private void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }

    // ------------------------------------------------------------------------------------ reports

    private void sendReports() {
        try {
            while (!closed) {
                if (trySend(reports.next())) {
                    reports.isSent();
                } else {
                    Thread.sleep(FIRST_RETRY_MS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the coordinator took or refused it. */
    private boolean trySend(ReportQueue.Report report) {
        try {
            report.send(coordinator(CALL_TIMEOUT_MS));
            return true;
        } catch (StatusRuntimeException e) {
            if (RpcChannels.isUnanswered(e.getStatus())) {
                return false;
            }
            LOG.info("The coordinator refused a report ({})", describe(e.getStatus()));
            return true;
        } catch (RuntimeException e) {
            LOG.error("A report could not be sent", e);
            return true;
        }
    }

    // ------------------------------------------------------------------------------------ jars

    /** Fetches a job's jar. */
    void fetchJar(String jobId, OutputStream target) throws IOException {
        try {
            Iterator<JarChunk> chunks = coordinator(JAR_TIMEOUT_MS)
                    .fetchJar(FetchJarRequest.newBuilder().setJobId(jobId).build());
            while (chunks.hasNext()) {
                chunks.next().getData().writeTo(target);
            }
        } catch (StatusRuntimeException e) {
            throw new IOException("the jar of job " + jobId + " could not be fetched: " + describe(e.getStatus()), e);
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
        channel.shutdownNow();
    }
}
