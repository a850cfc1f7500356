package io.tidemark.deploy.process;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a worker's process may take of physical memory, in bytes, part by part. Heap, state and buffers are limits that are
 * kept; what the JVM needs for itself is reckoned, generously, and measured in {@code docs/performance.md}.
 *
 * @param heapBytes with the cache of keyed state in it
 * @param stateBytes of RocksDB, outside of the heap
 * @param directBytes of network and file buffers
 */
record ProcessMemory(long heapBytes, long stateBytes, long directBytes) {
    /** Classes, compiled code, threads, libraries, and what the allocator keeps. */
    private static final long JVM_BYTES = 256L << 20;
    /** The collector keeps books of the heap. */
    private static final int HEAP_BYTES_PER_BOOK_BYTE = 10;
    /** What RocksDB takes beside blocks and write buffers, and what malloc loses to fragments. */
    private static final int STATE_BYTES_PER_LOST_BYTE = 4;

    /** Of this process. */
    static ProcessMemory ofThisProcess(long stateBytes) {
        long heapBytes = Runtime.getRuntime().maxMemory();
        long directBytes = vmOption("MaxDirectMemorySize");
        return new ProcessMemory(heapBytes, stateBytes, directBytes > 0 ? directBytes : heapBytes);
    }

    private static long vmOption(String name) {
        HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return vm == null ? 0 : Long.parseLong(vm.getVMOption(name).getValue());
    }

    /** What the JVM, its libraries and the allocators need on top. */
    long overheadBytes() {
        return JVM_BYTES + heapBytes / HEAP_BYTES_PER_BOOK_BYTE + stateBytes / STATE_BYTES_PER_LOST_BYTE;
    }

    long totalBytes() {
        return heapBytes + stateBytes + directBytes + overheadBytes();
    }

    /** @throws UserError when the process may take more than it is allowed to; 0 allows anything */
    void checkWithin(long allowedBytes) {
        if (allowedBytes > 0 && totalBytes() > allowedBytes) {
            throw UserError.usage(
                    String.format(
                            Locale.ROOT,
                            "a worker here may take %d MiB of memory, and worker.process-memory allows %d MiB: %s",
                            totalBytes() >> 20,
                            allowedBytes >> 20,
                            parts()),
                    "Set worker.native-memory lower, or -Xmx and -XX:MaxDirectMemorySize in TIDEMARK_WORKER_JAVA_OPTS.");
        }
    }

    private String parts() {
        return String.format(
                Locale.ROOT,
                "heap %d + state outside of it %d + buffers %d + the JVM's own %d",
                heapBytes >> 20,
                stateBytes >> 20,
                directBytes >> 20,
                overheadBytes() >> 20);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d MiB: %s", totalBytes() >> 20, parts());
    }

    /** What this process has of physical memory now; {@code NaN} where the system does not tell. */
    static double residentBytes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024.0)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
