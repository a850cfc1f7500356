package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Times;
import java.util.List;

/** An answer of a coordinator. Its record components are the JSON. */
public interface View {
    /** For people; {@code nowMs} is the time now, against which ages are told. */
    List<String> lines(Times times, long nowMs);
}
