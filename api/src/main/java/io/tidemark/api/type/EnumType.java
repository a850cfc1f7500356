package io.tidemark.api.type;

final class EnumType<E extends Enum<E>> extends TypeInformation<E> {
    private static final long serialVersionUID = 1L;

    private final Class<E> type;

    EnumType(Class<E> type) {
        this.type = type;
    }

    @Override
    public Class<E> typeClass() {
        return type;
    }

    @Override
    public TypeSerializer<E> createSerializer() {
        return new EnumSerializer<>(type);
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EnumType<?> that && type == that.type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }
}
