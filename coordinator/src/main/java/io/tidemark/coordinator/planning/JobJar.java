package io.tidemark.coordinator.planning;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Looks into a job's jar. */
final class JobJar {
    private static final int SHOWN = 5;
    /** Constants of a class file: a name and a descriptor, each with its tag and length. */
    private static final byte[] MAIN = constant("main");

    private static final byte[] STRINGS_TO_VOID = constant("([Ljava/lang/String;)V");

    private final String path;
    private final String name;

    JobJar(String path, String name) {
        this.path = path;
        this.name = name;
    }

    /** Empty when the manifest names none. */
    String manifestMainClass() throws IOException {
        try (JarFile jar = new JarFile(path)) {
            Manifest manifest = jar.getManifest();
            String named =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            return named == null ? "" : named.strip();
        }
    }

    /** What to do when the main class is not known. */
    String candidatesHint() throws IOException {
        List<String> candidates = candidates();
        if (candidates.isEmpty()) {
            return "No class in " + name + " has a main; is it the jar of the job?";
        }
        return "Say which class to run with --class; with a main there "
                + (candidates.size() == 1 ? "is " : "are ")
                + String.join(", ", candidates) + ".";
    }

    /** The first classes that seem to have a main, by a look at their constants. */
    private List<String> candidates() throws IOException {
        List<String> candidates = new ArrayList<>();
        try (JarFile jar = new JarFile(path)) {
            for (JarEntry entry : jar.stream().toList()) {
                String file = entry.getName();
                if (file.endsWith(".class") && !file.startsWith("META-INF/") && !file.contains("$")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        byte[] content = in.readAllBytes();
                        if (contains(content, MAIN) && contains(content, STRINGS_TO_VOID)) {
                            candidates.add(file.substring(0, file.length() - ".class".length())
                                    .replace('/', '.'));
                        }
                    }
                }
                if (candidates.size() == SHOWN) {
                    break;
                }
            }
        }
        return candidates;
    }

    private static byte[] constant(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] constant = new byte[utf8.length + 3];
        constant[0] = 1;
        constant[1] = (byte) (utf8.length >> 8);
        constant[2] = (byte) utf8.length;
        System.arraycopy(utf8, 0, constant, 3, utf8.length);
        return constant;
    }

    private static boolean contains(byte[] content, byte[] wanted) {
        for (int at = 0; at <= content.length - wanted.length; at++) {
            int same = 0;
            while (same < wanted.length && content[at + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }
}
