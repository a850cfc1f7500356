package io.tidemark.worker.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ClassCopiesTest {
    private final ClassCopies<CharSequence> copies =
            ClassCopies.of(MethodHandles.lookup(), CharSequence.class, Mapped.class, UnaryOperator.class, String.class);

    /** What is copied. */
    static final class Mapped implements CharSequence {
        private final String mapped;

        Mapped(UnaryOperator<String> mapping, String text) {
            mapped = mapping.apply(text);
        }

        @Override
        public int length() {
            return mapped.length();
        }

        @Override
        public char charAt(int index) {
            return mapped.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return mapped.subSequence(start, end);
        }

        @Override
        public String toString() {
            return mapped;
        }
    }

    @Test
    void a_copy_does_what_the_original_does() {
        assertThat(create(String::toUpperCase)).hasToString("TEXT").hasSize(4);
    }

    @Test
    void each_class_has_a_copy_of_its_own() {
        UnaryOperator<String> one = String::toUpperCase;
        UnaryOperator<String> other = String::strip;

        assertThat(create(one).getClass()).isNotSameAs(create(other).getClass()).isNotSameAs(Mapped.class);
    }

    @Test
    void objects_that_work_with_the_same_class_share_a_copy() {
        UnaryOperator<String> mapping = String::toUpperCase;

        assertThat(create(mapping).getClass()).isSameAs(create(mapping).getClass());
    }

    private CharSequence create(UnaryOperator<String> mapping) {
        return copies.create(mapping.getClass(), mapping, "text");
    }
}
