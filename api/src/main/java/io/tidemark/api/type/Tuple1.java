package io.tidemark.api.type;

/**
 * A tuple of one field.
 *
 * @param <T0> type of field 0
 */
public final class Tuple1<T0> extends Tuple {
    private static final long serialVersionUID = 1L;

    /** Field 0. */
    public T0 f0;

    /** All fields null. */
    public Tuple1() {}

    public Tuple1(T0 f0) {
        this.f0 = f0;
    }

    /** A new tuple. */
    public static <T0> Tuple1<T0> of(T0 f0) {
        return new Tuple1<>(f0);
    }

    /** Sets every field. */
    public void setFields(T0 f0) {
        this.f0 = f0;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T getField(int index) {
        return (T)
                switch (index) {
                    case 0 -> f0;
                    default -> throw noSuchField(index);
                };
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> void setField(T value, int index) {
        switch (index) {
            case 0 -> f0 = (T0) value;
            default -> throw noSuchField(index);
        }
    }

    @Override
    public Tuple1<T0> copy() {
        return new Tuple1<>(f0);
    }
}
