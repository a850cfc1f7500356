package io.tidemark.checkpoint.schema;

/**
 * One reason why stored state does not fit.
 *
 * @param operator uid of the operator
 * @param state what it is of, such as {@code state "orders"} or {@code timers "window"}
 */
public record StateMisfit(String operator, String state, RoleDifference difference) {
    @Override
    public String toString() {
        return "operator \"" + operator + "\", " + state + ", " + difference.withHint();
    }
}
