package io.tidemark.coordinator.checkpoint;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts together what the tasks of a checkpoint have sent. */
final class ManifestBuilder {
    private static final int FORMAT_VERSION = 2;

    private ManifestBuilder() {}

    /** Completes a manifest that names job, checkpoint, epoch, attempt and times. */
    static CheckpointManifest manifest(CheckpointManifest header, Collection<TaskSnapshot> tasks) {
        SortedMap<String, FileRef> files = new TreeMap<>();
        for (TaskSnapshot task : tasks) {
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                for (StoreFile file : operator.getKeyed().getFilesList()) {
                    files.put(file.getFile().getSha256(), file.getFile());
                }
            }
            for (InFlightData inFlight : task.getInFlightList()) {
                if (inFlight.hasFile()) {
                    files.put(inFlight.getFile().getSha256(), inFlight.getFile());
                }
            }
        }
        return header.toBuilder()
                .setFormatVersion(FORMAT_VERSION)
                .addAllTasks(tasks)
                .addAllFiles(files.values())
                .build();
    }
}
