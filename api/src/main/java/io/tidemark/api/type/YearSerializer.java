package io.tidemark.api.type;

import java.time.DateTimeException;
import java.time.Year;

/** The year in four bytes. */
enum YearSerializer implements TypeSerializer<Year> {
    INSTANCE;

    @Override
    public void serialize(Year value, BinaryWriter out) {
        out.writeInt(value.getValue());
    }

    @Override
    public Year deserialize(BinaryReader in) {
        int begin = in.position();
        int year = in.readInt();
        try {
            return Year.of(year);
        } catch (DateTimeException e) {
            throw new CorruptDataException(begin, "there is no year " + year, e);
        }
    }

    @Override
    public Year copy(Year value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Year value) {
        return value.getValue();
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Year.class.getName());
    }
}
