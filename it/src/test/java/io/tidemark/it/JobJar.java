package io.tidemark.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A job's jar, made of one class of the tests and those inside it. */
final class JobJar {
    private JobJar() {}

    static Path of(Class<?> main, Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
        Path file = directory.resolve(main.getSimpleName() + ".jar");
        String entries = main.getPackageName().replace('.', '/') + "/";
        Path classes = Path.of(
                        main.getProtectionDomain().getCodeSource().getLocation().getPath())
                .resolve(entries);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
                Stream<Path> found = Files.list(classes)) {
            found.filter(one -> isOf(main, one.getFileName().toString())).forEach(one -> {
                try {
                    jar.putNextEntry(new ZipEntry(entries + one.getFileName()));
                    Files.copy(one, jar);
                    jar.closeEntry();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return file;
    }

    private static boolean isOf(Class<?> main, String fileName) {
        return fileName.equals(main.getSimpleName() + ".class") || fileName.startsWith(main.getSimpleName() + "$");
    }
}
