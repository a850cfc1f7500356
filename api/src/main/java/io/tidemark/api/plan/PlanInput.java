package io.tidemark.api.plan;

/**
 * One input of a node. Several edges may lead to it (a union); they are channels of one gate.
 *
 * @param keySpec Java-serialised {@code KeySpec}; empty when the input is not keyed
 */
public record PlanInput(int ordinal, byte[] keySpec) {
    public boolean isKeyed() {
        return keySpec.length > 0;
    }
}
