package io.tidemark.examples.sensorlab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    private static Arguments parse(String line) {
        return Arguments.parse(line.split(" "));
    }

    @Test
    void argumentsComeInAnyOrderAndTheReportIsOptional() {
        assertThat(parse("--output out --delay-seconds 5 --input in"))
                .isEqualTo(new Arguments("in", Duration.ofSeconds(5), "out", null));
        assertThat(parse("--input in --delay-seconds none --output out --report late"))
                .isEqualTo(new Arguments("in", null, "out", "late"));
    }

    @Test
    void whatIsWrongIsSaidWithWhatToWrite() {
        assertThatThrownBy(() -> parse("--input in --output out"))
                .hasMessage("--delay-seconds is missing; write " + Arguments.USAGE);
        assertThatThrownBy(() -> parse("--inptu in")).hasMessage("unknown argument --inptu; write " + Arguments.USAGE);
        assertThatThrownBy(() -> parse("--input")).hasMessage("no value after --input; write " + Arguments.USAGE);
        assertThatThrownBy(() -> parse("--input in --delay-seconds soon --output out"))
                .hasMessage("--delay-seconds takes a number of seconds or the word none, not soon");
        assertThatThrownBy(() -> parse("--input in --delay-seconds -1 --output out"))
                .hasMessage("--delay-seconds takes a number of seconds or the word none, not -1");
    }
}
