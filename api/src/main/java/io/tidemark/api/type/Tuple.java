package io.tidemark.api.type;

import java.io.Serializable;
import java.util.Arrays;
import java.util.StringJoiner;

/**
 * A fixed number of values of different types, in public fields {@code f0}, {@code f1}, …; a field may be null. Two tuples
 * are equal if they have as many fields and these are equal, arrays by content.
 */
public abstract class Tuple implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most fields a tuple can have. */
    public static final int MAX_ARITY = 12;

    Tuple() {}

    /** How many fields there are. */
    public abstract int getArity();

    /**
     * A field.
     *
     * @param index 0 for the first
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public abstract <T> T getField(int index);

    /**
     * Sets a field.
     *
     * @param index 0 for the first
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public abstract <T> void setField(T value, int index);

    /** A new tuple with the same fields, which are not copied. */
    public abstract Tuple copy();

    /** A new tuple of nulls. */
    public static Tuple newInstance(int arity) {
        return switch (arity) {
            case 1 -> new Tuple1<>();
            case 2 -> new Tuple2<>();
            case 3 -> new Tuple3<>();
            case 4 -> new Tuple4<>();
            case 5 -> new Tuple5<>();
            case 6 -> new Tuple6<>();
            case 7 -> new Tuple7<>();
            case 8 -> new Tuple8<>();
            case 9 -> new Tuple9<>();
            case 10 -> new Tuple10<>();
            case 11 -> new Tuple11<>();
            case 12 -> new Tuple12<>();
            default -> throw new IllegalArgumentException("A tuple has 1 to " + MAX_ARITY + " fields, not " + arity);
        };
    }

    final IndexOutOfBoundsException noSuchField(int index) {
        return new IndexOutOfBoundsException("A Tuple" + getArity() + " has no field " + index);
    }

    private Object[] toArray() {
        Object[] fields = new Object[getArity()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = getField(i);
        }
        return fields;
    }

    @Override
    public final boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other != null
                && other.getClass() == getClass()
                && Arrays.deepEquals(toArray(), ((Tuple) other).toArray());
    }

    @Override
    public final int hashCode() {
        return Arrays.deepHashCode(toArray());
    }

    /** The fields in parentheses, as {@code (a,1)}; arrays by content. */
    @Override
    public final String toString() {
        StringJoiner fields = new StringJoiner(",", "(", ")");
        for (int i = 0; i < getArity(); i++) {
            fields.add(toString(getField(i)));
        }
        return fields.toString();
    }

    private static String toString(Object field) {
        if (field == null || !field.getClass().isArray()) {
            return String.valueOf(field);
        }
        String inBrackets = Arrays.deepToString(new Object[] {field});
        return inBrackets.substring(1, inBrackets.length() - 1);
    }
}
