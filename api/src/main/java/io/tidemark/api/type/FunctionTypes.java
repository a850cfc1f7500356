package io.tidemark.api.type;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.List;
import java.util.stream.Stream;

/** What a type parameter of a function interface stands for in a function object. */
final class FunctionTypes {
    private FunctionTypes() {}

    static Type find(Object function, Class<?> functionInterface, int parameterIndex) throws UnknownTypeException {
        LambdaMethod lambda = LambdaMethod.of(function);
        return lambda == null
                ? ofClass(function.getClass(), functionInterface, parameterIndex)
                : ofLambda(lambda, functionInterface, functionInterface.getTypeParameters()[parameterIndex]);
    }

    private static Type ofClass(Class<?> type, Class<?> functionInterface, int parameterIndex)
            throws UnknownTypeException {
        Type seen = TypeBindings.asSupertype(type, functionInterface);
        if (seen == null) {
            throw new IllegalArgumentException(type.getName() + " is not a " + functionInterface.getName());
        }
        if (seen instanceof ParameterizedType parameterized) {
            return parameterized.getActualTypeArguments()[parameterIndex];
        }
        throw new UnknownTypeException(
                type.getName() + " implements " + functionInterface.getSimpleName() + " without type arguments",
                Object.class);
    }

    private static Type ofLambda(LambdaMethod lambda, Class<?> functionInterface, TypeVariable<?> variable)
            throws UnknownTypeException {
        Method single = singleMethod(functionInterface);
        Type found = match(single.getGenericReturnType(), lambda.returnType(), variable);
        Type[] declared = single.getGenericParameterTypes();
        List<Type> actual = lambda.parameters();
        for (int fromEnd = 1; found == null && fromEnd <= Math.min(declared.length, actual.size()); fromEnd++) {
            found = match(declared[declared.length - fromEnd], actual.get(actual.size() - fromEnd), variable);
        }
        if (found == null) {
            throw new UnknownTypeException(
                    "the type variable " + variable.getName() + " of " + functionInterface.getSimpleName()
                            + " is erased in a lambda",
                    Object.class);
        }
        return found;
    }

    private static Method singleMethod(Class<?> functionInterface) {
        List<Method> candidates = Stream.of(functionInterface.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .toList();
        if (candidates.size() != 1) {
            throw new IllegalArgumentException(functionInterface.getName() + " is no functional interface");
        }
        return candidates.get(0);
    }

    /** What a variable in a declared type stands for, given the actual type in that place; null if that does not say. */
    private static Type match(Type declared, Type actual, TypeVariable<?> variable) {
        if (declared.equals(variable)) {
            return actual;
        }
        if (!(declared instanceof ParameterizedType declaredType) || actual instanceof TypeVariable<?>) {
            return null;
        }
        Class<?> declaredClass = TypeBindings.rawClass(declaredType);
        Type seen = declaredClass.isAssignableFrom(TypeBindings.rawClass(actual))
                ? TypeBindings.asSupertype(actual, declaredClass)
                : null;
        if (!(seen instanceof ParameterizedType actualType)) {
            return null;
        }
        Type[] declaredArguments = declaredType.getActualTypeArguments();
        for (int i = 0; i < declaredArguments.length; i++) {
            Type found = match(declaredArguments[i], actualType.getActualTypeArguments()[i], variable);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
