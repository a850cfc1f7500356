package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.BinaryWriter;

/**
 * The layout of the timers column family, which has two entries for each timer.
 *
 * <ul>
 *   <li>The time index, in whose order timers are due: key group (2 bytes) · domain (1) · timestamp with its sign flipped (8)
 *       · registration number (8) · group (2) · length of the key, key · namespace. It has no value.
 *   <li>The look-up index, which answers whether a timer is set: key group (2) · 0xFF · group (2) · length of the key, key ·
 *       namespace · domain (1) · timestamp with its sign flipped (8). Its value is the registration number (8).
 * </ul>
 *
 * <p>Of a key group all of the time index comes before the look-up index.
 */
public final class TimerColumn {
    static final int DOMAIN_AT = 2;
    private static final int TIMESTAMP_AT = DOMAIN_AT + 1;
    private static final int REGISTRATION_AT = TIMESTAMP_AT + Long.BYTES;
    /** Where the number of the group begins in an entry of the time index. */
    public static final int GROUP_AT = REGISTRATION_AT + Long.BYTES;

    private static final int LOOK_UP = 0xFF;

    private TimerColumn() {}

    /** Whether this is an entry of the look-up index. */
    public static boolean isLookUp(byte[] key) {
        return key[DOMAIN_AT] == (byte) LOOK_UP;
    }

    /** Behind the time index of a key group, and before or at the first entry of its look-up index. */
    public static byte[] endOfTimes(int keyGroup) {
        return prefix(keyGroup, LOOK_UP);
    }

    /** What the time index of a domain in a key group begins with. */
    static byte[] times(int keyGroup, TimerDomain domain) {
        return prefix(keyGroup, domain.ordinal());
    }

    /** Behind the time index of a domain in a key group. */
    static byte[] endOfTimes(int keyGroup, TimerDomain domain) {
        return prefix(keyGroup, domain.ordinal() + 1);
    }

    private static byte[] prefix(int keyGroup, int third) {
        return new byte[] {(byte) (keyGroup >>> 8), (byte) keyGroup, (byte) third};
    }

    /** What the look-up index of a group of timers in a key group begins with. */
    public static byte[] lookUps(int keyGroup, int group) {
        return new byte[] {(byte) (keyGroup >>> 8), (byte) keyGroup, (byte) LOOK_UP, (byte) (group >>> 8), (byte) group
        };
    }

    /** The number of the group, out of an entry of the time index. */
    public static int groupOf(byte[] time) {
        return ((time[GROUP_AT] & 0xFF) << 8) | (time[GROUP_AT + 1] & 0xFF);
    }

    /** The same entry of the time index for a group of another number. */
    public static byte[] underGroup(int group, byte[] time) {
        byte[] changed = time.clone();
        changed[GROUP_AT] = (byte) (group >>> 8);
        changed[GROUP_AT + 1] = (byte) group;
        return changed;
    }

    static int keyGroupOf(byte[] key) {
        return ((key[0] & 0xFF) << 8) | (key[1] & 0xFF);
    }

    static TimerDomain domainOf(byte[] time) {
        return TimerDomain.of(time[DOMAIN_AT]);
    }

    static long timestampOf(byte[] time) {
        return longAt(time, TIMESTAMP_AT) ^ Long.MIN_VALUE;
    }

    static long registrationOf(byte[] time) {
        return longAt(time, REGISTRATION_AT);
    }

    private static long longAt(byte[] bytes, int at) {
        long value = 0;
        for (int i = at; i < at + Long.BYTES; i++) {
            value = value << 8 | (bytes[i] & 0xFF);
        }
        return value;
    }

    /** The place of a timestamp and a registration number in the time index of a domain in a key group. */
    static byte[] time(int keyGroup, TimerDomain domain, long timestamp, long registration) {
        BinaryWriter out = new BinaryWriter(GROUP_AT);
        writeTime(out, keyGroup, domain, timestamp, registration);
        return out.toByteArray();
    }

    static void writeTime(BinaryWriter out, int keyGroup, TimerDomain domain, long timestamp, long registration) {
        out.writeShort(keyGroup);
        out.writeByte(domain.ordinal());
        out.writeLong(timestamp ^ Long.MIN_VALUE);
        out.writeLong(registration);
    }

    /** Writes the key of the look-up entry that stands beside an entry of the time index. */
    public static void writeLookUpKey(byte[] time, int offset, int length, BinaryWriter lookUp) {
        lookUp.writeBytes(time, offset, DOMAIN_AT);
        lookUp.writeByte(LOOK_UP);
        lookUp.writeBytes(time, offset + GROUP_AT, length - GROUP_AT);
        lookUp.writeBytes(time, offset + DOMAIN_AT, REGISTRATION_AT - DOMAIN_AT);
    }

    /** Writes the value of the look-up entry that stands beside an entry of the time index. */
    public static void writeLookUpValue(byte[] time, int offset, BinaryWriter value) {
        value.writeBytes(time, offset + REGISTRATION_AT, Long.BYTES);
    }

    static void writeLookUpPrefix(BinaryWriter out, int keyGroup, int group) {
        out.writeShort(keyGroup);
        out.writeByte(LOOK_UP);
        out.writeShort(group);
    }

    static void writeLookUpEnd(BinaryWriter out, TimerDomain domain, long timestamp) {
        out.writeByte(domain.ordinal());
        out.writeLong(timestamp ^ Long.MIN_VALUE);
    }
}
