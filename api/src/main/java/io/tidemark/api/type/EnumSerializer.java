package io.tidemark.api.type;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.List;
import java.util.stream.Stream;

/** The number of the constant. The schema holds their names in order, so that a later version can tell what a number was. */
final class EnumSerializer<E extends Enum<E>> implements TypeSerializer<E> {
    private static final long serialVersionUID = 1L;

    private final Class<E> type;
    private transient E[] constants;

    EnumSerializer(Class<E> type) {
        this.type = type;
        this.constants = type.getEnumConstants();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        constants = type.getEnumConstants();
    }

    @Override
    public void serialize(E value, BinaryWriter out) {
        out.writeVarInt(value.ordinal());
    }

    @Override
    public E deserialize(BinaryReader in) {
        int begin = in.position();
        int ordinal = in.readVarInt();
        if (ordinal < 0 || ordinal >= constants.length) {
            throw new CorruptDataException(
                    begin, type.getName() + " has " + constants.length + " constants, none of number " + ordinal);
        }
        return constants[ordinal];
    }

    /** The constant of a number there is one for. */
    E constant(int number) {
        return constants[number];
    }

    @Override
    public E copy(E value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(E value) {
        return value.name().hashCode();
    }

    @Override
    public SerializerSnapshot schema() {
        List<String> names = Stream.of(constants).map(Enum::name).toList();
        return new SerializerSnapshot(SerializerSnapshot.Kind.ENUM, type.getName(), List.of(), names)
                .withFormerNames(FormerNames.ofClass(type), FormerNames.ofConstants(type));
    }
}
