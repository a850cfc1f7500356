package io.tidemark.worker.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.network.batch.RecordBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchWindowsTest {
    private static final LiveWindow FIRST = new LiveWindow(new TimeWindow(0, 10), 9, false, false);
    private static final LiveWindow SECOND = new LiveWindow(new TimeWindow(10, 20), 19, false, false);
    private static final LiveWindow LATE = new LiveWindow(new TimeWindow(-10, 0), -1, true, true);

    private final List<String> told = new ArrayList<>();

    private final NamespacedState<TimeWindow, Object> table = new NamespacedState<>() {
        @Override
        public void expect(TimeWindow window, int[] keyHashes, int count) {
            told.add(window.getStart() + Arrays.toString(Arrays.copyOf(keyHashes, count)));
        }

        @Override
        public Object get(TimeWindow window) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void put(TimeWindow window, Object value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void remove(TimeWindow window) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Cursor<Object> cursor(TimeWindow window) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void drop(TimeWindow window) {
            throw new UnsupportedOperationException();
        }
    };

    private void expect(int from, LiveWindow... windows) {
        RecordBatch batch = new RecordBatch(from + windows.length);
        for (int i = 0; i < from + windows.length; i++) {
            batch.add("record", 0, 100 + i);
        }
        BatchWindows batchWindows = new BatchWindows();
        for (int i = 0; i < windows.length; i++) {
            batchWindows.set(i, windows[i]);
            assertThat(batchWindows.get(i)).isSameAs(windows[i]);
        }
        batchWindows.expect(table, batch, from, batch.size());
    }

    @Test
    void each_window_is_told_once_which_of_its_keys_come() {
        expect(2, FIRST, SECOND, SECOND, FIRST, SECOND);

        assertThat(told).containsExactly("0[102, 105]", "10[103, 104, 106]");
    }

    @Test
    void a_late_window_is_passed_over_since_it_has_no_contents() {
        expect(0, LATE, SECOND, LATE);

        assertThat(told).containsExactly("10[101]");
    }
}
