package io.tidemark.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What came out of a stream and has not been looked at, and how much more may. Outlives the operator that writes it. */
final class OutputLog implements HandChannel.Room {
    private final List<Element<Object>> elements = new ArrayList<>();
    /** By checkpoint, how much had come out by then. */
    private final Map<Long, Long> marks = new TreeMap<>();

    private long count;
    private long room = Long.MAX_VALUE;

    void add(Element<Object> element) {
        elements.add(element);
        count++;
    }

    List<Element<Object>> take() {
        List<Element<Object>> taken = List.copyOf(elements);
        elements.clear();
        return taken;
    }

    void mark(long checkpointId) {
        marks.put(checkpointId, count);
    }

    /** What came out after a checkpoint, and was not looked at, has not been. */
    void goBackTo(long checkpointId) {
        Long mark = marks.get(checkpointId);
        if (mark == null) {
            return;
        }
        long taken = count - elements.size();
        int kept = (int) Math.max(0, mark - taken);
        elements.subList(Math.min(kept, elements.size()), elements.size()).clear();
        count = mark;
    }

    /** For how many records there is room from now on; Long.MAX_VALUE for any number. */
    void setRoom(long records) {
        room = records;
    }

    boolean isLimited() {
        return room != Long.MAX_VALUE;
    }

    @Override
    public boolean isThere() {
        return room > 0;
    }

    @Override
    public void taken() {
        if (isLimited() && room > 0) {
            room--;
        }
    }
}
