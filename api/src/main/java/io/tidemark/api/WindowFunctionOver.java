package io.tidemark.api;

import io.tidemark.api.function.Function;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.function.RichFunction;
import io.tidemark.api.function.RuntimeContext;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.window.Window;
import java.util.Set;

/** A window function that hands its calls to a function of another kind, whose life is its own. */
abstract class WindowFunctionOver<IN, OUT, KEY, W extends Window> extends ProcessWindowFunction<IN, OUT, KEY, W> {
    private static final long serialVersionUID = 1L;

    private final Function inner;

    WindowFunctionOver(Function inner) {
        this.inner = inner;
    }

    @Override
    public Set<? extends WatermarkDeclaration> declareWatermarks() {
        return inner.declareWatermarks();
    }

    @Override
    public void setRuntimeContext(RuntimeContext context) {
        super.setRuntimeContext(context);
        if (inner instanceof RichFunction rich) {
            rich.setRuntimeContext(context);
        }
    }

    @Override
    public void open(OpenContext openContext) throws Exception {
        if (inner instanceof RichFunction rich) {
            rich.open(openContext);
        }
    }

    @Override
    public void close() throws Exception {
        if (inner instanceof RichFunction rich) {
            rich.close();
        }
    }
}
