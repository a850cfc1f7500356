package io.tidemark.api.type;

import java.time.Period;

/** Years, months and days in four bytes each. */
enum PeriodSerializer implements TypeSerializer<Period> {
    INSTANCE;

    @Override
    public void serialize(Period value, BinaryWriter out) {
        out.writeInt(value.getYears());
        out.writeInt(value.getMonths());
        out.writeInt(value.getDays());
    }

    @Override
    public Period deserialize(BinaryReader in) {
        int years = in.readInt();
        int months = in.readInt();
        return Period.of(years, months, in.readInt());
    }

    @Override
    public Period copy(Period value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(Period value) {
        return StableHash.combine(StableHash.combine(value.getYears(), value.getMonths()), value.getDays());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, Period.class.getName());
    }
}
