package io.tidemark.checkpoint.savepoint;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.IntSupplier;

/** A state whose calls go to one of several, that of the store which has the current key. */
final class RoutedState implements InvocationHandler {
    private final List<?> states;
    private final IntSupplier current;

    private RoutedState(List<?> states, IntSupplier current) {
        this.states = states;
        this.current = current;
    }

    /**
     * Makes one.
     *
     * @param type an interface
     * @param states one a store
     * @param current which of them to call
     */
    static <S> S of(Class<S> type, List<? extends S> states, IntSupplier current) {
        if (states.size() == 1) {
            return states.get(0);
        }
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new RoutedState(states, current)));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(states.get(current.getAsInt()), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
