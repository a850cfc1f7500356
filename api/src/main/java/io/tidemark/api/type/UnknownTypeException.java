package io.tidemark.api.type;

import java.lang.reflect.Type;

/** Reflection cannot tell a type. Turned into an {@link InvalidTypesException} where it is known what was asked for. */
final class UnknownTypeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Type type;
    private final String remedy;

    /**
     * @param problem what is missing, without a full stop
     * @param type what is known, from which an example of the whole type can be made
     */
    UnknownTypeException(String problem, Type type) {
        this(problem, type, null);
    }

    /** @param remedy what to change, if it is not enough to name the type; else null */
    private UnknownTypeException(String problem, Type type, String remedy) {
        super(problem);
        this.type = type;
        this.remedy = remedy;
    }

    /** This problem, met in an argument of a larger type. */
    UnknownTypeException inside(Type whole) {
        return new UnknownTypeException(getMessage(), whole, remedy);
    }

    /** This problem, met in a field, whose declaration has to change. */
    UnknownTypeException inField(String field, Class<?> owner) {
        if (remedy != null) {
            return inside(owner);
        }
        String where = "the field " + field + " of " + owner.getSimpleName();
        return new UnknownTypeException(
                where + ": " + getMessage(),
                owner,
                "Declare " + where + " as, for example, " + TypeExample.java(type) + ", or write Types.GENERIC("
                        + owner.getSimpleName() + ".class) for " + owner.getSimpleName());
    }

    /**
     * The same for the author of a job.
     *
     * @param about what the type is of
     * @param opening what stands before a type where one can be given, such as {@code .returns(}
     * @param closing what stands after it
     */
    InvalidTypesException forUser(String about, String opening, String closing) {
        String example = "Write " + opening + TypeExample.types(type) + closing + " or " + opening + "new TypeHint<"
                + TypeExample.java(type) + ">() {}" + closing;
        return saying(about, example);
    }

    /**
     * The same for the author of a job, who can give the type as a second argument.
     *
     * @param about what the type is of
     * @param method that takes it
     */
    InvalidTypesException forSecondArgument(String about, String method) {
        return saying(about, "Give it, as in " + method + "(selector, " + TypeExample.types(type) + ")");
    }

    private InvalidTypesException saying(String about, String example) {
        return new InvalidTypesException(about + ": " + getMessage() + ".", remedy == null ? example : remedy);
    }
}
