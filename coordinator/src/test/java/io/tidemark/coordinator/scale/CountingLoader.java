package io.tidemark.coordinator.scale;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads Tidemark's classes anew, each with code that counts {@link Steps}. What a lambda does for a stream is counted, as it is
 * a method of its class; what the JDK does by itself is not.
 */
final class CountingLoader extends ClassLoader {
    private static final String OURS = "io.tidemark.";

    CountingLoader() {
        super(CountingLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.equals(Steps.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            ClassReader original = new ClassReader(file);
            // Nothing is put in but straight lines, so the frames that are there stay true.
            ClassWriter counting = new ClassWriter(original, ClassWriter.COMPUTE_MAXS);
            original.accept(new Counting(counting), 0);
            byte[] code = counting.toByteArray();
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static final class Counting extends ClassVisitor {
        Counting(ClassVisitor to) {
            super(Opcodes.ASM9, to);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
            return new CountingMethod(super.visitMethod(access, name, type, signature, thrown));
        }
    }

    private static final class CountingMethod extends MethodVisitor {
        private final Set<Label> passed = new HashSet<>();

        CountingMethod(MethodVisitor to) {
            super(Opcodes.ASM9, to);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            count();
        }

        @Override
        public void visitLabel(Label label) {
            super.visitLabel(label);
            passed.add(label);
        }

        @Override
        public void visitJumpInsn(int opcode, Label target) {
            if (passed.contains(target)) {
                count();
            }
            super.visitJumpInsn(opcode, target);
        }

        private void count() {
            String steps = "io/tidemark/coordinator/scale/Steps";
            super.visitFieldInsn(Opcodes.GETSTATIC, steps, "taken", "J");
            super.visitInsn(Opcodes.LCONST_1);
            super.visitInsn(Opcodes.LADD);
            super.visitFieldInsn(Opcodes.PUTSTATIC, steps, "taken", "J");
        }
    }
}
