package io.tidemark.api.function;

import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.window.Window;
import java.util.Set;

/**
 * A {@link WindowFunction} where a {@link ProcessWindowFunction} is wanted.
 *
 * @param <IN> type of the records in the window
 * @param <OUT> type of the results
 * @param <KEY> type of the key
 * @param <W> type of the window
 */
public final class WindowFunctionAdapter<IN, OUT, KEY, W extends Window>
        extends ProcessWindowFunction<IN, OUT, KEY, W> {
    private static final long serialVersionUID = 1L;

    private final WindowFunction<IN, OUT, KEY, W> function;

    public WindowFunctionAdapter(WindowFunction<IN, OUT, KEY, W> function) {
        this.function = function;
    }

    /** The function inside. */
    public WindowFunction<IN, OUT, KEY, W> function() {
        return function;
    }

    @Override
    public Set<? extends WatermarkDeclaration> declareWatermarks() {
        return function.declareWatermarks();
    }

    @Override
    public void process(KEY key, Context context, Iterable<IN> elements, Collector<OUT> out) throws Exception {
        function.apply(key, context.window(), elements, out);
    }

    @Override
    public void setRuntimeContext(RuntimeContext context) {
        super.setRuntimeContext(context);
        if (function instanceof RichFunction rich) {
            rich.setRuntimeContext(context);
        }
    }

    @Override
    public void open(OpenContext openContext) throws Exception {
        if (function instanceof RichFunction rich) {
            rich.open(openContext);
        }
    }

    @Override
    public void close() throws Exception {
        if (function instanceof RichFunction rich) {
            rich.close();
        }
    }
}
