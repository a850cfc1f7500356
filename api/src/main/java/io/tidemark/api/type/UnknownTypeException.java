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
        super(problem);
        this.type = type;
        this.remedy = null;
    }

    private UnknownTypeException(String problem, Type type, String remedy) {
        super(problem);
        this.type = type;
        this.remedy = remedy;
    }

    /** This problem, met in an argument of a larger type. */
    UnknownTypeException inside(Type whole) {
        return new UnknownTypeException(getMessage(), whole, remedy);
    }

    /** This problem, met in a field whose declaration has to change. */
    UnknownTypeException inField(String field, Class<?> owner) {
        if (remedy != null) {
            return new UnknownTypeException(getMessage(), owner, remedy);
        }
        return new UnknownTypeException(
                "the field " + field + " of " + owner.getSimpleName() + ": " + getMessage(),
                owner,
                "Declare the field " + field + " of " + owner.getSimpleName() + " as, for example, "
                        + TypeExample.java(type));
    }

    InvalidTypesException forUser(String prefix, String opening, String closing) {
        String types = TypeExample.types(type);
        String hint = "new TypeHint<" + TypeExample.java(type) + ">() {}";
        String line = remedy == null
                ? "Write " + opening + types + closing + " or " + opening + hint + closing
                : remedy + ", or write " + opening
                        + types.replace("Types.POJO", "Types.GENERIC").replace("Types.RECORD", "Types.GENERIC")
                        + closing;
        return new InvalidTypesException(prefix + getMessage() + ".", line);
    }
}
