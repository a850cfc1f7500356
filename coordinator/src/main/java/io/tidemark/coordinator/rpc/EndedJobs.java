package io.tidemark.coordinator.rpc;

import io.tidemark.coordinator.proto.StoredReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What is left to tell of jobs that have ended. Thread-safe. */
public final class EndedJobs {
    private final Map<String, StoredReport> reports = new ConcurrentHashMap<>();

    public void add(String jobId, StoredReport report) {
        reports.put(jobId, report);
    }

    public void remove(String jobId) {
        reports.remove(jobId);
    }

    public Optional<StoredReport> find(String jobId) {
        return Optional.ofNullable(reports.get(jobId));
    }

    /** In no order. */
    public List<StoredReport> all() {
        return new ArrayList<>(reports.values());
    }

    public List<String> ids() {
        return new ArrayList<>(reports.keySet());
    }
}
