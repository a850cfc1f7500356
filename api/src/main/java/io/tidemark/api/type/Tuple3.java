package io.tidemark.api.type;

/**
 * A tuple of three fields.
 *
 * @param <T0> type of field 0
 * @param <T1> type of field 1
 * @param <T2> type of field 2
 */
public final class Tuple3<T0, T1, T2> extends Tuple {
    private static final long serialVersionUID = 1L;

    /** Field 0. */
    public T0 f0;

    /** Field 1. */
    public T1 f1;

    /** Field 2. */
    public T2 f2;

    /** All fields null. */
    public Tuple3() {}

    public Tuple3(T0 f0, T1 f1, T2 f2) {
        this.f0 = f0;
        this.f1 = f1;
        this.f2 = f2;
    }

    /** A new tuple. */
    public static <T0, T1, T2> Tuple3<T0, T1, T2> of(T0 f0, T1 f1, T2 f2) {
        return new Tuple3<>(f0, f1, f2);
    }

    /** Sets every field. */
    public void setFields(T0 f0, T1 f1, T2 f2) {
        this.f0 = f0;
        this.f1 = f1;
        this.f2 = f2;
    }

    @Override
    public int getArity() {
        return 3;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T getField(int index) {
        return (T)
                switch (index) {
                    case 0 -> f0;
                    case 1 -> f1;
                    case 2 -> f2;
                    default -> throw noSuchField(index);
                };
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> void setField(T value, int index) {
        switch (index) {
            case 0 -> f0 = (T0) value;
            case 1 -> f1 = (T1) value;
            case 2 -> f2 = (T2) value;
            default -> throw noSuchField(index);
        }
    }

    @Override
    public Tuple3<T0, T1, T2> copy() {
        return new Tuple3<>(f0, f1, f2);
    }
}
