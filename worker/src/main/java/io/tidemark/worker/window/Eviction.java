package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.type.Tuple3;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.TimestampedValue;
import io.tidemark.api.window.Window;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/** An evictor at work on the records of a window. */
final class Eviction implements Evictor.EvictorContext {
    private final Evictor<Object, Window> evictor;
    private OperatorContext context;

    Eviction(Evictor<Object, Window> evictor) {
        this.evictor = evictor;
    }

    void open(OperatorContext operatorContext) {
        context = operatorContext;
    }

    /** The window's function has not seen the records yet. */
    void before(List<Tuple3<Object, Long, Long>> elements, Window window) {
        evictor.evictBefore(values(elements), elements.size(), window, this);
        elements.removeIf(Objects::isNull);
    }

    /** It has. */
    void after(List<Tuple3<Object, Long, Long>> elements, Window window) {
        evictor.evictAfter(values(elements), elements.size(), window, this);
        elements.removeIf(Objects::isNull);
    }

    /** What is removed leaves a hole, so that removing many costs no more than a walk. */
    private static Iterable<TimestampedValue<Object>> values(List<Tuple3<Object, Long, Long>> elements) {
        return () -> new Iterator<>() {
            private int next;
            private int last = -1;

            @Override
            public boolean hasNext() {
                while (next < elements.size() && elements.get(next) == null) {
                    next++;
                }
                return next < elements.size();
            }

            @Override
            public TimestampedValue<Object> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                last = next++;
                Tuple3<Object, Long, Long> element = elements.get(last);
                return new TimestampedValue<>(element.f0, element.f1);
            }

            @Override
            public void remove() {
                if (last < 0) {
                    throw new IllegalStateException("next was not called since the last removal");
                }
                elements.set(last, null);
                last = -1;
            }
        };
    }

    @Override
    public long getCurrentProcessingTime() {
        return context.processingTimeMs();
    }

    @Override
    public long getCurrentWatermark() {
        return context.currentKeyWatermark();
    }
}
