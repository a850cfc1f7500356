package io.tidemark.worker.chain;

import java.util.List;

/** An operator that hears of the progress of other source readers. */
public interface InSourceGroups {
    /** Its places in groups; the same from the beginning on, for any thread. */
    List<GroupMember> groupMembers();
}
