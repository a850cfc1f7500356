package io.tidemark.examples.keyedsums;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainSumsTest {
    @TempDir
    Path directory;

    @Test
    void valuesAreCountedAndSummedByKeyAndSecond() throws Exception {
        Path in =
                Files.writeString(directory.resolve("in.csv"), "7,0,1\n7,999,10\n7,1000,100\n8,1500,-3\n7,500,1000\n");
        Path out = directory.resolve("out.csv");
        PlainSums.write(in, out);
        assertThat(out).hasContent("0,7,3,1011\n1000,7,1,100\n1000,8,1,-3\n");
    }
}
