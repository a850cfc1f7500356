package io.tidemark.api.type;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Types as a job's author writes them. */
final class Samples {
    private Samples() {}

    /** A constant with a body has a class of its own. */
    public enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "the green one";
            }
        },
        BLUE
    }

    public record Reading(String sensor, long at, Double value, boolean ok) {}

    record Empty() {}

    public record Pair<A, B>(A first, B second) {}

    record Scalars(boolean z, byte b, short s, char c, int i, long l, float f, double d) {}

    /** Nine fields that may be null: more than fit into one byte of bits. */
    record Nine(
            String a,
            Integer b,
            Long c,
            Color d,
            String e,
            List<String> f,
            Map<String, Integer> g,
            byte[] h,
            Pair<String, Integer> i) {}

    /** Fields in public, by methods, inherited, generic. */
    public static class Base {
        public int zebra;
        private String name;
        public transient String cache = "not written";

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    public static class Order extends Base {
        public List<String> items;
        public double price;
        private boolean isOpen;
        private Boolean paid;
        public Reading reading;
        static int count;

        public boolean isOpen() {
            return isOpen;
        }

        public void setOpen(boolean open) {
            isOpen = open;
        }

        public Boolean getPaid() {
            return paid;
        }

        public void setPaid(Boolean paid) {
            this.paid = paid;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Order that
                    && zebra == that.zebra
                    && Objects.equals(getName(), that.getName())
                    && Objects.equals(items, that.items)
                    && Double.compare(price, that.price) == 0
                    && isOpen == that.isOpen
                    && Objects.equals(paid, that.paid)
                    && Objects.equals(reading, that.reading);
        }

        @Override
        public int hashCode() {
            return zebra;
        }
    }

    public static class RushOrder extends Order {
        public int minutes;
    }

    public static class Box<T> {
        public T content;
    }

    public static class Node {
        public int value;
        public Node next;
    }

    record Tree(String label, List<Tree> children) {}

    public static class There {
        public Back back;
    }

    public static class Back {
        public There there;
        public int x;
    }

    public static class Deeper<T> {
        public T value;
        public Deeper<List<T>> next;
    }

    public static class Holder {
        public Object anything;
    }

    public static class RawHolder {
        @SuppressWarnings("rawtypes")
        public List list;
    }

    public static class NoDefaultConstructor {
        public int x;

        public NoDefaultConstructor(int x) {
            this.x = x;
        }
    }

    public static class HiddenField {
        public int open;
        private int hidden;

        public int sum() {
            return open + hidden;
        }
    }

    public static class FinalField {
        public final int fixed = 1;
    }

    /** What it holds is in a transient field of its superclass. */
    public static class Tags extends HashSet<String> {
        private static final long serialVersionUID = 1L;
        public String name;
    }

    public static class Written implements Externalizable {
        private static final long serialVersionUID = 1L;
        public int x;

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(x);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            x = in.readInt();
        }
    }

    public abstract static class Shape {}

    public class Inner {}
}
