package io.tidemark.worker.declared;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidemark.checkpoint.schema.OperatorStates;
import io.tidemark.checkpoint.schema.StateDeclarations;
import io.tidemark.network.proto.JobPlanProto;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Opens the operators of a plan as a task would, for whoever knows checkpoints but not tasks. */
public final class PlanDeclarations implements StateDeclarations {
    @Override
    public List<OperatorStates> of(byte[] plan, ClassLoader loader, Path directory, Duration openLimit)
            throws InterruptedException {
        try {
            return new DeclaredStates(JobPlanProto.parseFrom(plan), loader, directory, openLimit).find();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("not a plan: " + plan.length + " bytes", e);
        }
    }
}
