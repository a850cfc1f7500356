package io.tidemark.api.type;

import java.time.DateTimeException;
import java.time.MonthDay;

/** The month in one byte, the day in one. */
enum MonthDaySerializer implements TypeSerializer<MonthDay> {
    INSTANCE;

    @Override
    public void serialize(MonthDay value, BinaryWriter out) {
        out.writeByte(value.getMonthValue());
        out.writeByte(value.getDayOfMonth());
    }

    @Override
    public MonthDay deserialize(BinaryReader in) {
        int begin = in.position();
        int month = in.readByte();
        int day = in.readByte();
        try {
            return MonthDay.of(month, day);
        } catch (DateTimeException e) {
            throw new CorruptDataException(begin, "there is no day " + day + " of month " + month, e);
        }
    }

    @Override
    public MonthDay copy(MonthDay value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(MonthDay value) {
        return StableHash.combine(value.getMonthValue(), value.getDayOfMonth());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, MonthDay.class.getName());
    }
}
