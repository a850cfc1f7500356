package io.tidemark.api;

import io.tidemark.api.operator.ReducesByArrival;
import io.tidemark.api.type.TypeInformation;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Sums, minima and maxima over one field of the records. */
final class FieldReduce<T> implements ReducesByArrival<T> {
    private static final long serialVersionUID = 1L;

    private enum Kind {
        SUM,
        MIN,
        MAX,
        MIN_BY,
        MAX_BY,
        LAST_MIN_BY,
        LAST_MAX_BY
    }

    private final Kind kind;
    private final FieldAccess<T> field;

    private FieldReduce(Kind kind, FieldAccess<T> field) {
        this.kind = kind;
        this.field = field;
    }

    /** The name of a tuple's field. */
    static String nameOf(int position) {
        return "f" + position;
    }

    static <T> FieldReduce<T> sum(TypeInformation<T> type, String field) {
        FieldAccess<T> access = FieldAccess.of(type, field, "sum");
        access.checkIs(Number.class, "sum");
        return new FieldReduce<>(Kind.SUM, access);
    }

    static <T> FieldReduce<T> min(TypeInformation<T> type, String field) {
        return comparing(Kind.MIN, type, field, "min");
    }

    static <T> FieldReduce<T> max(TypeInformation<T> type, String field) {
        return comparing(Kind.MAX, type, field, "max");
    }

    static <T> FieldReduce<T> minBy(TypeInformation<T> type, String field) {
        return comparing(Kind.MIN_BY, type, field, "minBy");
    }

    static <T> FieldReduce<T> maxBy(TypeInformation<T> type, String field) {
        return comparing(Kind.MAX_BY, type, field, "maxBy");
    }

    /** Of a minBy or maxBy: whether of several such records it is the first, or the last. */
    FieldReduce<T> first(boolean first) {
        if (first) {
            return this;
        }
        return new FieldReduce<>(kind == Kind.MIN_BY ? Kind.LAST_MIN_BY : Kind.LAST_MAX_BY, field);
    }

    private static <T> FieldReduce<T> comparing(Kind kind, TypeInformation<T> type, String field, String method) {
        FieldAccess<T> access = FieldAccess.of(type, field, method);
        access.checkIs(Comparable.class, method);
        return new FieldReduce<>(kind, access);
    }

    @Override
    public T reduce(T soFar, T next) throws Exception {
        Object a = field.get(soFar);
        Object b = field.get(next);
        if (a == null || b == null) {
            throw new IllegalArgumentException("field " + field.name() + " is null in " + (a == null ? soFar : next));
        }
        return switch (kind) {
            case SUM -> field.with(soFar, add(a, b));
            case MIN -> compare(b, a) < 0 ? field.with(soFar, b) : soFar;
            case MAX -> compare(b, a) > 0 ? field.with(soFar, b) : soFar;
            case MIN_BY -> compare(b, a) < 0 ? next : soFar;
            case MAX_BY -> compare(b, a) > 0 ? next : soFar;
            case LAST_MIN_BY -> compare(b, a) <= 0 ? next : soFar;
            case LAST_MAX_BY -> compare(b, a) >= 0 ? next : soFar;
        };
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** Integers wrap around, as in Java. */
    private static Object add(Object a, Object b) {
        if (a instanceof Integer i) {
            return i + (Integer) b;
        } else if (a instanceof Long l) {
            return l + (Long) b;
        } else if (a instanceof Double d) {
            return d + (Double) b;
        } else if (a instanceof Float f) {
            return f + (Float) b;
        } else if (a instanceof Short s) {
            return (short) (s + (Short) b);
        } else if (a instanceof Byte y) {
            return (byte) (y + (Byte) b);
        } else if (a instanceof BigDecimal decimal) {
            return decimal.add((BigDecimal) b);
        } else if (a instanceof BigInteger integer) {
            return integer.add((BigInteger) b);
        }
        throw new IllegalArgumentException(
                "cannot add up values of " + a.getClass().getName());
    }
}
