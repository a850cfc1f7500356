package io.tidemark.api.type;

/**
 * A tuple of nine fields.
 *
 * @param <T0> type of field 0
 * @param <T1> type of field 1
 * @param <T2> type of field 2
 * @param <T3> type of field 3
 * @param <T4> type of field 4
 * @param <T5> type of field 5
 * @param <T6> type of field 6
 * @param <T7> type of field 7
 * @param <T8> type of field 8
 */
public final class Tuple9<T0, T1, T2, T3, T4, T5, T6, T7, T8> extends Tuple {
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

    /** Field 5. */
    public T5 f5;

    /** Field 6. */
    public T6 f6;

    /** Field 7. */
    public T7 f7;

    /** Field 8. */
    public T8 f8;

    /** All fields null. */
    public Tuple9() {}

    public Tuple9(T0 f0, T1 f1, T2 f2, T3 f3, T4 f4, T5 f5, T6 f6, T7 f7, T8 f8) {
        this.f0 = f0;
        this.f1 = f1;
        this.f2 = f2;
        this.f3 = f3;
        this.f4 = f4;
        this.f5 = f5;
        this.f6 = f6;
        this.f7 = f7;
        this.f8 = f8;
    }

    /** A new tuple. */
    public static <T0, T1, T2, T3, T4, T5, T6, T7, T8> Tuple9<T0, T1, T2, T3, T4, T5, T6, T7, T8> of(
            T0 f0, T1 f1, T2 f2, T3 f3, T4 f4, T5 f5, T6 f6, T7 f7, T8 f8) {
        return new Tuple9<>(f0, f1, f2, f3, f4, f5, f6, f7, f8);
    }

    /** Sets every field. */
    public void setFields(T0 f0, T1 f1, T2 f2, T3 f3, T4 f4, T5 f5, T6 f6, T7 f7, T8 f8) {
        this.f0 = f0;
        this.f1 = f1;
        this.f2 = f2;
        this.f3 = f3;
        this.f4 = f4;
        this.f5 = f5;
        this.f6 = f6;
        this.f7 = f7;
        this.f8 = f8;
    }

    @Override
    public int getArity() {
        return 9;
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
                    case 5 -> f5;
                    case 6 -> f6;
                    case 7 -> f7;
                    case 8 -> f8;
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
            case 5 -> f5 = (T5) value;
            case 6 -> f6 = (T6) value;
            case 7 -> f7 = (T7) value;
            case 8 -> f8 = (T8) value;
            default -> throw noSuchField(index);
        }
    }

    @Override
    public Tuple9<T0, T1, T2, T3, T4, T5, T6, T7, T8> copy() {
        return new Tuple9<>(f0, f1, f2, f3, f4, f5, f6, f7, f8);
    }
}
