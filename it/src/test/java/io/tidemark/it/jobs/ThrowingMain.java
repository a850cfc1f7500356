package io.tidemark.it.jobs;

/** A job whose main throws. */
public final class ThrowingMain {
    private ThrowingMain() {}

    public static void main(String[] args) {
        throw new IllegalStateException("the price list is not there");
    }
}
