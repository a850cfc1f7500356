package io.tidemark.checkpoint.storage;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The bytes of a manifest file: magic (8 bytes), format version (4), length of the message (8), the message, and the
 * SHA-256 of all that stands before it. Numbers are big endian.
 */
final class ManifestFormat {
    /** The version that is written, and the newest that is read. */
    static final int VERSION = 2;

    private static final long MAGIC = 0x544944454D4B4350L; // "TIDEMKCP"
    private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES + Long.BYTES;
    private static final int TRAILER_BYTES = 32;

    private ManifestFormat() {}

    static byte[] encode(CheckpointManifest manifest) {
        byte[] message = manifest.toBuilder().setFormatVersion(VERSION).build().toByteArray();
        ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + message.length + TRAILER_BYTES);
        out.putLong(MAGIC).putInt(VERSION).putLong(message.length).put(message);
        MessageDigest digest = ContentHash.sha256();
        digest.update(out.array(), 0, out.position());
        return out.put(digest.digest()).array();
    }

    /**
     * @param checkpointId that of the manifest, by the file's name
     * @param file the name of the file that the bytes are from, for the error messages
     */
    static CheckpointManifest decode(byte[] bytes, long checkpointId, String file) throws IOException {
        CheckpointManifest manifest = decode(bytes, file);
        if (manifest.getCheckpointId() != checkpointId) {
            throw new CorruptCheckpointException(
                    file, "it is the manifest of checkpoint " + manifest.getCheckpointId());
        }
        return manifest;
    }

    /** @param file the name of the file that the bytes are from, for the error messages */
    static CheckpointManifest decode(byte[] bytes, String file) throws IOException {
        if (bytes.length < HEADER_BYTES + TRAILER_BYTES) {
            throw new CorruptCheckpointException(
                    file,
                    "it has " + bytes.length + " bytes, and a manifest has at least " + (HEADER_BYTES + TRAILER_BYTES));
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (in.getLong() != MAGIC) {
            throw new CorruptCheckpointException(file, "it does not start as a manifest does");
        }
        int version = in.getInt();
        if (version > VERSION) {
            throw new UnsupportedCheckpointVersionException(file, version, VERSION);
        }
        if (version < 1) {
            throw new CorruptCheckpointException(file, "it has format version " + version);
        }
        long length = in.getLong();
        if (length != bytes.length - HEADER_BYTES - TRAILER_BYTES) {
            throw new CorruptCheckpointException(
                    file,
                    "its message has " + (bytes.length - HEADER_BYTES - TRAILER_BYTES) + " bytes instead of " + length);
        }
        int end = HEADER_BYTES + (int) length;
        MessageDigest digest = ContentHash.sha256();
        digest.update(bytes, 0, end);
        if (!Arrays.equals(digest.digest(), Arrays.copyOfRange(bytes, end, bytes.length))) {
            throw new CorruptCheckpointException(file, "its content does not match its checksum");
        }
        try {
            return CheckpointManifest.parseFrom(ByteBuffer.wrap(bytes, HEADER_BYTES, (int) length));
        } catch (InvalidProtocolBufferException e) {
            throw new CorruptCheckpointException(file, "its message cannot be read", e);
        }
    }
}
