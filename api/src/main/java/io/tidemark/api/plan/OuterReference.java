package io.tidemark.api.plan;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * The reference that an inner class keeps to the object around it. Compilers up to Java 17 write it even where no code
 * uses it, and it drags that object into the plan.
 */
final class OuterReference {
    private static final int FIRST_VERSION_WITH_NESTS = 55;
    private static final byte GETFIELD = (byte) 0xB4;

    private OuterReference() {}

    static boolean is(Field field) {
        return field.isSynthetic() && field.getName().startsWith("this$");
    }

    /** Whether some code may read it. When in doubt it is used. Code that reads it by reflection is not seen. */
    static boolean isUsed(Field field) {
        Class<?> owner = field.getDeclaringClass();
        try {
            for (Class<?> member : owner.getNestHost().getNestMembers()) {
                ClassFile file = ClassFile.of(member);
                List<Integer> references = file.references(owner.getName().replace('.', '/'), field.getName());
                boolean isRead = member == owner ? references.stream().anyMatch(file::mayGet) : !references.isEmpty();
                if (isRead || file.majorVersion < FIRST_VERSION_WITH_NESTS) {
                    return true;
                }
            }
            return false;
        } catch (IOException | RuntimeException | LinkageError unreadable) {
            return true;
        }
    }

    /** As much of a class file as is needed here: the constants, and the rest unread. */
    private static final class ClassFile {
        private static final int UTF8 = 1;
        private static final int INTEGER = 3;
        private static final int FLOAT = 4;
        private static final int LONG = 5;
        private static final int DOUBLE = 6;
        private static final int CLASS = 7;
        private static final int STRING = 8;
        private static final int FIELD = 9;
        private static final int METHOD = 10;
        private static final int INTERFACE_METHOD = 11;
        private static final int NAME_AND_TYPE = 12;
        private static final int METHOD_HANDLE = 15;
        private static final int METHOD_TYPE = 16;
        private static final int DYNAMIC = 17;
        private static final int INVOKE_DYNAMIC = 18;
        private static final int MODULE = 19;
        private static final int PACKAGE = 20;

        private final int majorVersion;
        private final String[] texts;
        /** Of a class: its name; of a field: its class and its name and type; of a name and type: its name. */
        private final int[][] parts;

        private final byte[] rest;

        private ClassFile(DataInputStream in) throws IOException {
            in.readInt();
            in.readUnsignedShort();
            majorVersion = in.readUnsignedShort();
            int count = in.readUnsignedShort();
            texts = new String[count];
            parts = new int[count][];
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case UTF8 -> texts[i] = in.readUTF();
                    case CLASS -> parts[i] = new int[] {in.readUnsignedShort()};
                    case FIELD, NAME_AND_TYPE ->
                        parts[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort(), tag};
                    case STRING, METHOD_TYPE, MODULE, PACKAGE -> in.readUnsignedShort();
                    case METHOD_HANDLE -> in.skipNBytes(3);
                    case INTEGER, FLOAT, METHOD, INTERFACE_METHOD, DYNAMIC, INVOKE_DYNAMIC -> in.readInt();
                    case LONG, DOUBLE -> {
                        in.readLong();
                        // These two take the place of two constants.
                        i++;
                    }
                    default -> throw new IOException("unknown constant " + tag);
                }
            }
            rest = in.readAllBytes();
        }

        static ClassFile of(Class<?> type) throws IOException {
            try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new IOException("no class file of " + type);
                }
                return new ClassFile(new DataInputStream(in));
            }
        }

        /** The constants that refer to a field. */
        List<Integer> references(String owner, String field) {
            List<Integer> found = new ArrayList<>();
            for (int i = 1; i < parts.length; i++) {
                if (parts[i] != null && parts[i].length == 3 && parts[i][2] == FIELD) {
                    String ownerName = texts[parts[parts[i][0]][0]];
                    String fieldName = texts[parts[parts[i][1]][0]];
                    if (ownerName.equals(owner) && fieldName.equals(field)) {
                        found.add(i);
                    }
                }
            }
            return found;
        }

        /** Whether there are bytes that could be the instruction that reads the field. */
        boolean mayGet(int reference) {
            for (int i = 0; i + 2 < rest.length; i++) {
                if (rest[i] == GETFIELD && rest[i + 1] == (byte) (reference >> 8) && rest[i + 2] == (byte) reference) {
                    return true;
                }
            }
            return false;
        }
    }
}
