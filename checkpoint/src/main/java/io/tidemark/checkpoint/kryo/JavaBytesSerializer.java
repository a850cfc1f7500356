package io.tidemark.checkpoint.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/** A length and a stream of Java serialization, for one object inside of a Kryo graph. */
final class JavaBytesSerializer extends Serializer<Object> {

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        byte[] bytes = bytesOf(object);
        output.writeVarInt(bytes.length, true);
        output.writeBytes(bytes);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<?> type) {
        int length = input.readVarInt(true);
        if (length < 0 || length > input.limit() - input.position()) {
            throw new KryoException("a stream of " + length + " bytes cannot follow");
        }
        return objectOf(input.readBytes(length), kryo.getClassLoader());
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        return objectOf(bytesOf(original), kryo.getClassLoader());
    }

    private static byte[] bytesOf(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new KryoException("Java serialization of " + object.getClass().getName() + " failed: " + e, e);
        }
        return bytes.toByteArray();
    }

    private static Object objectOf(byte[] bytes, ClassLoader loader) {
        try (ObjectInputStream in = new LoaderInputStream(new ByteArrayInputStream(bytes), loader)) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new KryoException("Java deserialization failed: " + e, e);
        }
    }

    private static final class LoaderInputStream extends ObjectInputStream {
        private final ClassLoader loader;

        LoaderInputStream(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description); // names of primitive types
            }
        }
    }
}
