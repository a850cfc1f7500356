package io.tidemark.api.type;

import java.time.DateTimeException;
import java.time.YearMonth;

/** The year in four bytes, the month in one. */
enum YearMonthSerializer implements TypeSerializer<YearMonth> {
    INSTANCE;

    @Override
    public void serialize(YearMonth value, BinaryWriter out) {
        out.writeInt(value.getYear());
        out.writeByte(value.getMonthValue());
    }

    @Override
    public YearMonth deserialize(BinaryReader in) {
        int begin = in.position();
        int year = in.readInt();
        int month = in.readByte();
        try {
            return YearMonth.of(year, month);
        } catch (DateTimeException e) {
            throw new CorruptDataException(begin, "there is no month " + month + " of " + year, e);
        }
    }

    @Override
    public YearMonth copy(YearMonth value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(YearMonth value) {
        return StableHash.combine(value.getYear(), value.getMonthValue());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, YearMonth.class.getName());
    }
}
