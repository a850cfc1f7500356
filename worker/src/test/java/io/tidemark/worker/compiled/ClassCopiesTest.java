package io.tidemark.worker.compiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.Locale;
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

    /** Loaded anew by a loader of its own, as the classes of a job are. */
    public static final class Upper implements UnaryOperator<String> {
        public Upper() {}

        @Override
        public String apply(String text) {
            return text.toUpperCase(Locale.ROOT);
        }
    }

    private static final class JobLoader extends ClassLoader {
        JobLoader() {
            super(ClassCopiesTest.class.getClassLoader());
        }

        @SuppressWarnings("unchecked")
        UnaryOperator<String> upper() throws IOException, ReflectiveOperationException {
            try (InputStream in = Upper.class.getResourceAsStream("ClassCopiesTest$Upper.class")) {
                byte[] bytes = in.readAllBytes();
                Class<?> own = defineClass(Upper.class.getName(), bytes, 0, bytes.length);
                return (UnaryOperator<String>) own.getConstructor().newInstance();
            }
        }
    }

    @Test
    void copies_are_freed_with_the_class_that_they_work_with() throws Exception {
        WeakReference<ClassLoader> forgotten = loaderThatWasWorkedWith();

        await().until(() -> {
            System.gc();
            return forgotten.get() == null;
        });
    }

    private WeakReference<ClassLoader> loaderThatWasWorkedWith() throws Exception {
        JobLoader loader = new JobLoader();
        UnaryOperator<String> mapping = loader.upper();
        CharSequence copy = create(mapping);
        // As in a chain: what is copied for a function has a copy that works with it.
        CharSequence behind = copies.create(copy.getClass(), mapping, "text");
        assertThat(copy).hasToString("TEXT").isNotInstanceOf(behind.getClass());
        return new WeakReference<>(loader);
    }

    @Test
    void where_the_code_is_not_to_be_had_the_original_does_the_same() throws Exception {
        Class<? extends CharSequence> original = withoutCode();
        ClassCopies<CharSequence> none =
                ClassCopies.of(MethodHandles.lookup(), CharSequence.class, original, UnaryOperator.class, String.class);
        UnaryOperator<String> mapping = String::toUpperCase;

        assertThat(none.create(mapping.getClass(), mapping, "text"))
                .isInstanceOf(original)
                .hasToString("TEXT");
    }

    /** As {@link Mapped}, but there is no file of this name. */
    private static Class<? extends CharSequence> withoutCode() throws Exception {
        try (InputStream code = Mapped.class.getResourceAsStream("ClassCopiesTest$Mapped.class")) {
            return MethodHandles.lookup()
                    .defineHiddenClass(code.readAllBytes(), false)
                    .lookupClass()
                    .asSubclass(CharSequence.class);
        }
    }

    private CharSequence create(UnaryOperator<String> mapping) {
        return copies.create(mapping.getClass(), mapping, "text");
    }
}
