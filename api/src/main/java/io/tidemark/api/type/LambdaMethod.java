package io.tidemark.api.type;

import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a lambda or a method reference calls. The body of a lambda is a method whose types are erased; a method that is
 * referred to still has its type arguments.
 *
 * @param parameters those of the method, captured variables first
 */
record LambdaMethod(List<Type> parameters, Type returnType) {

    /** The method behind a function object, or null if the object is not of a lambda. */
    static LambdaMethod of(Object function) throws UnknownTypeException {
        SerializedLambda lambda = serialized(function);
        if (lambda == null) {
            return null;
        }
        ClassLoader loader = function.getClass().getClassLoader();
        try {
            Class<?> owner = Class.forName(lambda.getImplClass().replace('/', '.'), false, loader);
            MethodType signature = MethodType.fromMethodDescriptorString(lambda.getImplMethodSignature(), loader);
            if (lambda.getImplMethodKind() == MethodHandleInfo.REF_newInvokeSpecial) {
                Constructor<?> constructor = owner.getDeclaredConstructor(signature.parameterArray());
                return new LambdaMethod(List.of(constructor.getGenericParameterTypes()), owner);
            }
            Method method = find(owner, lambda.getImplMethodName(), signature);
            return method == null
                    ? new LambdaMethod(List.of(signature.parameterArray()), signature.returnType())
                    : new LambdaMethod(List.of(method.getGenericParameterTypes()), method.getGenericReturnType());
        } catch (ReflectiveOperationException | TypeNotPresentException e) {
            throw new UnknownTypeException("the method of the lambda cannot be found (" + e + ")", Object.class);
        }
    }

    private static SerializedLambda serialized(Object function) throws UnknownTypeException {
        Class<?> type = function.getClass();
        if (!type.isHidden() && !type.isSynthetic()) {
            return null;
        }
        try {
            Method writeReplace = type.getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return writeReplace.invoke(function) instanceof SerializedLambda lambda ? lambda : null;
        } catch (NoSuchMethodException e) {
            throw new UnknownTypeException("the lambda is not serializable", Object.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new UnknownTypeException("the lambda does not say what it calls (" + e + ")", Object.class);
        }
    }

    private static Method find(Class<?> owner, String name, MethodType signature) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            Method method = match(type.getDeclaredMethods(), name, signature);
            if (method != null) {
                return method;
            }
        }
        return match(owner.getMethods(), name, signature);
    }

    private static Method match(Method[] methods, String name, MethodType signature) {
        return Stream.of(methods)
                .filter(method -> method.getName().equals(name))
                .filter(method -> method.getReturnType() == signature.returnType())
                .filter(method -> Arrays.equals(method.getParameterTypes(), signature.parameterArray()))
                .findFirst()
                .orElse(null);
    }
}
