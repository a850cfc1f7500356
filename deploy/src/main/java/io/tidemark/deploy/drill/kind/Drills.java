package io.tidemark.deploy.drill.kind;

import io.tidemark.api.config.NearestName;
import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.error.UserError;
import java.util.List;

/** All drills, in the order in which they are run. */
public final class Drills {
    private static final List<Drill> ALL = List.of(
            new WorkerKill(),
            new CoordinatorKill(),
            new CorruptCheckpoint(),
            new DiskFull(),
            new Rescale(),
            new Upgrade(),
            new RestoreElsewhere());

    private Drills() {}

    public static List<Drill> all() {
        return ALL;
    }

    /** @throws UserError when there is none of this name */
    public static Drill named(String name) {
        List<String> names = ALL.stream().map(Drill::name).toList();
        return ALL.stream()
                .filter(drill -> drill.name().equals(name))
                .findFirst()
                .orElseThrow(() -> UserError.usage(
                        "there is no drill " + name,
                        NearestName.of(name, names)
                                .map(nearest -> "Did you mean " + nearest + "?")
                                .orElse("See what there is: tidemark drill --list")));
    }
}
