package io.tidemark.api.type;

/**
 * A tuple of five fields.
 *
 * @param <T0> type of field 0
 * @param <T1> type of field 1
 * @param <T2> type of field 2
 * @param <T3> type of field 3
 * @param <T4> type of field 4
 */
public final class Tuple5<T0, T1, T2, T3, T4> extends Tuple {
    private static final long serialVersionUID = 1L;

    /** Field 0. */
    public T0 f0;

    /** Field 1. */
    public T1 f1;

    /** Field 2. */
    public T2 f2;

    /** Field 3. */
    public T3 f3;

    /** Field 4. */
    public T4 f4;

    /** All fields null. */
    public Tuple5() {}

    public Tuple5(T0 f0, T1 f1, T2 f2, T3 f3, T4 f4) {
        this.f0 = f0;
        this.f1 = f1;
        this.f2 = f2;
        this.f3 = f3;
        this.f4 = f4;
    }

    /** A new tuple. */
    public static <T0, T1, T2, T3, T4> Tuple5<T0, T1, T2, T3, T4> of(T0 f0, T1 f1, T2 f2, T3 f3, T4 f4) {
        return new Tuple5<>(f0, f1, f2, f3, f4);
    }

    /** Sets every field. */
    public void setFields(T0 f0, T1 f1, T2 f2, T3 f3, T4 f4) {
        this.f0 = f0;
        this.f1 = f1;
        this.f2 = f2;
        this.f3 = f3;
        this.f4 = f4;
    }

    @Override
    public int getArity() {
        return 5;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T getField(int index) {
        return (T)
                switch (index) {
                    case 0 -> f0;
                    case 1 -> f1;
                    case 2 -> f2;
                    case 3 -> f3;
                    case 4 -> f4;
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
            case 3 -> f3 = (T3) value;
            case 4 -> f4 = (T4) value;
            default -> throw noSuchField(index);
        }
    }

    @Override
    public Tuple5<T0, T1, T2, T3, T4> copy() {
        return new Tuple5<>(f0, f1, f2, f3, f4);
    }
}
