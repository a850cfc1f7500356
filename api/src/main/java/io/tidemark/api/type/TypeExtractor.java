package io.tidemark.api.type;

import java.lang.reflect.Type;

/**
 * Finds types by reflection, while a job is planned.
 *
 * <p>Known are: primitive types and their wrappers, strings, big numbers, {@code java.time}, UUIDs, enums, arrays, {@code
 * List}, {@code Collection}, {@code Set}, {@code Map}, {@code Optional}, tuples, records, POJOs, and sealed interfaces and
 * abstract classes whose permitted classes are known down to the last. A POJO is a public
 * class, static if nested, with a public constructor without arguments, whose fields each are transient, or public and not
 * final, or have a getter and a setter. Every other type, and a record or POJO that contains itself, is left to the
 * serializer of last resort; {@link TypeInformation#fallbacks()} says so.
 *
 * <p>A type that says too little ({@code Object}, a type variable, {@code List} without arguments) is an {@link
 * InvalidTypesException}: nothing is guessed.
 */
public final class TypeExtractor {
    private TypeExtractor() {}

    /** The type that a Java type describes. */
    public static TypeInformation<?> of(Type type) {
        try {
            return new TypeExtraction().extract(type);
        } catch (UnknownTypeException e) {
            throw e.forUser("The type " + type.getTypeName() + " is not complete", "", "");
        }
    }

    /**
     * As {@link #outputOf}, of the keys that a selector gives.
     *
     * @param method that takes the selector, and the type as a second argument, such as {@code keyBy}
     * @param line of the author's code, for the error message
     * @throws InvalidTypesException if the type is missing or ambiguous
     */
    @SuppressWarnings("unchecked")
    public static <K> TypeInformation<K> keyOf(
            Object selector, Class<?> selectorInterface, int typeParameterIndex, String method, String line) {
        try {
            Type type = FunctionTypes.find(selector, selectorInterface, typeParameterIndex);
            return (TypeInformation<K>) new TypeExtraction().extract(type);
        } catch (UnknownTypeException e) {
            throw e.forSecondArgument("The type of the key of " + method + " (" + line + ") is not known", method);
        }
    }

    /**
     * The type that a type parameter of a function interface stands for, in a function that implements it.
     *
     * <p>Classes and anonymous classes say it in their declaration. A lambda says the class that it returns, without type
     * arguments; a method reference says all that the method does. What a lambda puts into a parameter such as a collector
     * is not known.
     *
     * @param function object of a class, of a lambda, or of a method reference
     * @param functionInterface the interface or base class of the function
     * @param typeParameterIndex which of its type parameters, 0 for the first
     * @param where the operator, for the error message, such as {@code map "parse"}
     * @throws InvalidTypesException if the type is missing or ambiguous
     */
    @SuppressWarnings("unchecked")
    public static <T> TypeInformation<T> outputOf(
            Object function, Class<?> functionInterface, int typeParameterIndex, String where) {
        try {
            Type type = FunctionTypes.find(function, functionInterface, typeParameterIndex);
            return (TypeInformation<T>) new TypeExtraction().extract(type);
        } catch (UnknownTypeException e) {
            throw e.forUser("The type of the records that " + where + " emits is not known", ".returns(", ")");
        }
    }
}
