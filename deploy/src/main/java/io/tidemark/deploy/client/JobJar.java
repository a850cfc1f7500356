package io.tidemark.deploy.client;

import io.tidemark.api.config.NearestName;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.SubmitHeader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;

/**
 * A job's jar, looked at before it is sent, so that what is plainly wrong with it is said at once.
 *
 * @param mainClass empty when the jar's manifest names it
 */
public record JobJar(Path path, long bytes, String sha256, String mainClass) {
    private static final String CLASS_SUFFIX = ".class";

    /**
     * Checks that the file is a jar that has its main class.
     *
     * @param mainClass empty: the one that the manifest names
     * @throws UserError naming what is missing, and the nearest that is there
     */
    public static JobJar open(Path path, Optional<String> mainClass) {
        if (!Files.exists(path)) {
            throw UserError.usage("there is no file " + path, "Name the jar of a job.");
        }
        if (!Files.isRegularFile(path)) {
            throw UserError.usage(path + " is not a file", "Name the jar of a job.");
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            checkMainClass(jar, path, mainClass);
        } catch (ZipException e) {
            throw UserError.usage(path + " is not a jar: " + e.getMessage(), "Name the jar of a job.", e);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
        try {
            return new JobJar(path, Files.size(path), sha256(path), mainClass.orElse(""));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** What goes before the jar on its way up; arguments and options are still to be set. */
    public SubmitHeader.Builder header() {
        return SubmitHeader.newBuilder()
                .setJarName(path.getFileName().toString())
                .setJarBytes(bytes)
                .setJarSha256(sha256)
                .setMainClass(mainClass);
    }

    private static void checkMainClass(JarFile jar, Path path, Optional<String> given) throws IOException {
        Manifest manifest = jar.getManifest();
        Optional<String> wanted = given.or(() ->
                Optional.ofNullable(manifest).map(m -> m.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS)));
        if (wanted.isEmpty()) {
            throw UserError.usage(
                    path + " does not say which class to run: its manifest has no Main-Class",
                    "Name the class with --class.");
        }
        String name = wanted.get().strip();
        if (jar.getEntry(name.replace('.', '/') + CLASS_SUFFIX) == null) {
            throw UserError.usage(
                    "there is no class " + name + " in " + path,
                    NearestName.of(name, classNames(jar))
                            .map(nearest -> "Did you mean --class " + nearest + "?")
                            .orElse("Name a class of the jar with --class, with its package."));
        }
    }

    private static List<String> classNames(JarFile jar) {
        return jar.stream()
                .map(entry -> entry.getName())
                .filter(name -> name.endsWith(CLASS_SUFFIX) && !name.contains("$") && !name.startsWith("META-INF/"))
                .map(name ->
                        name.substring(0, name.length() - CLASS_SUFFIX.length()).replace('/', '.'))
                .toList();
    }

    private static String sha256(Path path) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        try (InputStream in = new DigestInputStream(Files.newInputStream(path), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static UserError unreadable(Path path, IOException e) {
        return UserError.usage(path + " cannot be read: " + e.getMessage(), "Name a jar that may be read.", e);
    }
}
