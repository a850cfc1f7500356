package io.tidemark.coordinator.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Puts a checksum around what is stored, so that a damaged file is noticed. */
final class Envelope {
    private static final int MAGIC = 0x544d5331;
    private static final int OVERHEAD = 2 * Integer.BYTES;

    private Envelope() {}

    static byte[] seal(byte[] content) {
        return ByteBuffer.allocate(content.length + OVERHEAD)
                .putInt(MAGIC)
                .put(content)
                .putInt(checksum(content))
                .array();
    }

    /** @throws IOException when the bytes are not what {@link #seal} has made */
    static byte[] open(byte[] sealed) throws IOException {
        if (sealed.length < OVERHEAD) {
            throw new IOException("only " + sealed.length + " bytes are there");
        }
        ByteBuffer buffer = ByteBuffer.wrap(sealed);
        if (buffer.getInt() != MAGIC) {
            throw new IOException("it is no file of a job store");
        }
        byte[] content = new byte[sealed.length - OVERHEAD];
        buffer.get(content);
        if (buffer.getInt() != checksum(content)) {
            throw new IOException("its checksum does not match");
        }
        return content;
    }

    private static int checksum(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return (int) crc.getValue();
    }
}
