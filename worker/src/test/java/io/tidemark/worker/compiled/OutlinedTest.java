package io.tidemark.worker.compiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class OutlinedTest {
    @Test
    void what_the_work_returns_comes_back() throws Exception {
        assertThat(new Outlined(() -> true).run()).isTrue();
        assertThat(new Outlined(() -> false).run()).isFalse();
    }

    @Test
    void what_the_work_throws_comes_out_as_it_is() {
        IOException checked = new IOException("checked");
        StackOverflowError error = new StackOverflowError("error");

        assertThatThrownBy(new Outlined(() -> {
                    throw checked;
                })::run)
                .isSameAs(checked);
        assertThatThrownBy(new Outlined(() -> {
                    throw error;
                })::run)
                .isSameAs(error);
    }
}
