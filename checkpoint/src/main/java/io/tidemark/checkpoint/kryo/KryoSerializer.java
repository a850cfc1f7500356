package io.tidemark.checkpoint.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.StableHash;
import io.tidemark.api.type.TypeSerializer;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.function.Supplier;

/**
 * A length, and what Kryo writes. Takes values of the type and of its subclasses, and graphs with cycles. The hash is that
 * of the bytes.
 */
final class KryoSerializer<T> implements TypeSerializer<T> {
    private static final long serialVersionUID = 1L;
    private static final int INITIAL_BYTES = 256;

    /** A buffer that one large value has made larger than this is not kept. */
    private static final int MAX_KEPT_BYTES = 1 << 20;

    private final Class<T> type;
    private transient ClassLoader loader;
    private transient Kryo kryo;
    private transient Output output;
    private transient byte[] inputBytes;

    KryoSerializer(Class<T> type) {
        this.type = type;
        this.loader = findLoader();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        loader = findLoader();
    }

    /** That of the type if it comes from a job, else that of the job whose thread this is. */
    private ClassLoader findLoader() {
        ClassLoader ofType = type.getClassLoader();
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        boolean common = ofType == null || ofType == getClass().getClassLoader();
        return common && ofThread != null ? ofThread : ofType;
    }

    @Override
    public void serialize(T value, BinaryWriter out) {
        Output written = write(value);
        out.writeVarInt(written.position());
        out.writeBytes(written.getBuffer(), 0, written.position());
    }

    private Output write(T value) {
        open();
        output.reset();
        guarded("write", value.getClass(), () -> {
            kryo.writeClassAndObject(output, value);
            return null;
        });
        return output;
    }

    @Override
    public T deserialize(BinaryReader in) {
        open();
        int begin = in.position();
        int length = in.readCount(1, "bytes written by Kryo");
        if (inputBytes.length < length) {
            inputBytes = new byte[Math.max(length, 2 * inputBytes.length)];
        }
        in.readBytes(inputBytes, 0, length);
        Input input = new Input(inputBytes, 0, length);
        Object value;
        try {
            value = guarded("read", type, () -> kryo.readClassAndObject(input));
        } catch (UnserializableException e) {
            if (causedBy(e, ClassNotFoundException.class)) {
                throw e;
            }
            throw new CorruptDataException(begin, e.getMessage(), e);
        }
        if (input.position() != length || !type.isInstance(value)) {
            throw new CorruptDataException(begin, length + " bytes do not hold one " + type.getName());
        }
        return type.cast(value);
    }

    @Override
    public T copy(T value) {
        open();
        return guarded("copy", value.getClass(), () -> kryo.copy(value));
    }

    /** What state a Kryo that failed is in is unknown, so the next value gets a new one. */
    private <R> R guarded(String what, Class<?> valueClass, Supplier<R> action) {
        try {
            return action.get();
        } catch (StackOverflowError | RuntimeException e) {
            kryo = null;
            String reason = causedBy(e, StackOverflowError.class)
                    ? "it is nested too deep for the thread's stack"
                    : String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new UnserializableException("Kryo cannot " + what + " a " + valueClass.getName() + ": " + reason, e);
        }
    }

    private static boolean causedBy(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private void open() {
        if (kryo == null) {
            kryo = new LosslessKryo(type, loader);
        }
        if (output == null || output.getBuffer().length > MAX_KEPT_BYTES) {
            output = new Output(INITIAL_BYTES, -1);
        }
        if (inputBytes == null || inputBytes.length > MAX_KEPT_BYTES) {
            inputBytes = new byte[INITIAL_BYTES];
        }
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(T value) {
        Output written = write(value);
        return StableHash.ofBytes(written.getBuffer(), 0, written.position());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.GENERIC, type.getName());
    }
}
