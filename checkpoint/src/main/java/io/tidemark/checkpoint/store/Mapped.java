package io.tidemark.checkpoint.store;

import java.util.Iterator;
import java.util.function.Function;

/** Walks something else than what it walks over, and removes from it all the same. */
final class Mapped<A, B> implements Iterator<B> {
    private final Iterator<A> source;
    private final Function<A, B> function;

    Mapped(Iterator<A> source, Function<A, B> function) {
        this.source = source;
        this.function = function;
    }

    @Override
    public boolean hasNext() {
        return source.hasNext();
    }

    @Override
    public B next() {
        return function.apply(source.next());
    }

    @Override
    public void remove() {
        source.remove();
    }
}
