package io.tidemark.api.type;

/**
 * A tuple of two fields.
 *
 * @param <T0> type of field 0
 * @param <T1> type of field 1
 */
public final class Tuple2<T0, T1> extends Tuple {
    private static final long serialVersionUID = 1L;

    /** Field 0. */
    public T0 f0;

    /** Field 1. */
    public T1 f1;

    /** All fields null. */
    public Tuple2() {}

    public Tuple2(T0 f0, T1 f1) {
        this.f0 = f0;
        this.f1 = f1;
    }

    /** A new tuple. */
    public static <T0, T1> Tuple2<T0, T1> of(T0 f0, T1 f1) {
        return new Tuple2<>(f0, f1);
    }

    /** Sets every field. */
    public void setFields(T0 f0, T1 f1) {
        this.f0 = f0;
        this.f1 = f1;
    }

    @Override
    public int getArity() {
        return 2;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T getField(int index) {
        return (T)
                switch (index) {
                    case 0 -> f0;
                    case 1 -> f1;
                    default -> throw noSuchField(index);
                };
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> void setField(T value, int index) {
        switch (index) {
            case 0 -> f0 = (T0) value;
            case 1 -> f1 = (T1) value;
            default -> throw noSuchField(index);
        }
    }

    @Override
    public Tuple2<T0, T1> copy() {
        return new Tuple2<>(f0, f1);
    }
}
