package io.tidemark.api.operator;

import java.io.Serializable;

/** Makes an operator subtask; serialised into the plan. */
@FunctionalInterface
public interface OperatorFactory extends Serializable {
    Operator create();
}
