package io.tidemark.api.function.async;

import java.util.Collection;

/** Common reasons to ask again. Immutable. */
public final class RetryPredicates {
    /** There are no results. */
    public static final EmptyResultPredicate EMPTY_RESULT_PREDICATE = new EmptyResultPredicate();

    /** There is an error, whatever it is. */
    public static final HasExceptionPredicate HAS_EXCEPTION_PREDICATE = new HasExceptionPredicate();

    private RetryPredicates() {}

    /** There is an error of this class, or of a subclass of it. */
    public static ExceptionTypePredicate createExceptionTypePredicate(Class<? extends Throwable> exceptionClass) {
        return new ExceptionTypePredicate(exceptionClass);
    }

    /** True for an empty collection. */
    public static final class EmptyResultPredicate implements RetryPredicate<Collection<?>> {
        private static final long serialVersionUID = 1L;

        private EmptyResultPredicate() {}

        @Override
        public boolean test(Collection<?> results) {
            return results.isEmpty();
        }
    }

    /** True for every error. */
    public static final class HasExceptionPredicate implements RetryPredicate<Throwable> {
        private static final long serialVersionUID = 1L;

        private HasExceptionPredicate() {}

        @Override
        public boolean test(Throwable error) {
            return error != null;
        }
    }

    /** True for errors of one class. */
    public static final class ExceptionTypePredicate implements RetryPredicate<Throwable> {
        private static final long serialVersionUID = 1L;

        private final Class<? extends Throwable> exceptionClass;

        private ExceptionTypePredicate(Class<? extends Throwable> exceptionClass) {
            this.exceptionClass = exceptionClass;
        }

        @Override
        public boolean test(Throwable error) {
            return exceptionClass.isInstance(error);
        }
    }
}
