package io.tidemark.connector.print;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.connector.LineWriter;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.metric.Counter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrintSinkTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private record Subtask(int subtask) implements SinkContext {
        @Override
        public String jobId() {
            return "job";
        }

        @Override
        public String operatorName() {
            return "print";
        }

        @Override
        public int parallelism() {
            return 4;
        }

        @Override
        public int attempt() {
            return 1;
        }

        @Override
        public boolean isRestored() {
            return false;
        }

        @Override
        public long processingTimeMs() {
            return 0;
        }

        @Override
        public Counter counter(String name) {
            throw new UnsupportedOperationException(name);
        }
    }

    @Test
    void eachRecordIsALine() {
        PrintSink.create().createWriter(out, new Subtask(3)).write(7L, 0);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("7" + System.lineSeparator());
    }

    @Test
    void aNamedSinkPrintsNameAndSubtaskFirst() {
        LineWriter<Object> writer = PrintSink.create("count").createWriter(out, new Subtask(3));
        writer.write("x", 0);
        writer.write("y", 0);
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo("count:3> x" + System.lineSeparator() + "count:3> y" + System.lineSeparator());
    }

    @Test
    void closingLeavesStandardOutputOpen() {
        LineWriter<Object> writer = PrintSink.create().createWriter(out, new Subtask(0));
        writer.close();
        out.print("still open");
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("still open");
    }
}
