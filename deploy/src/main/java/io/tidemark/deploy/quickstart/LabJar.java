package io.tidemark.deploy.quickstart;

import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The sensor lab's jar, which brings its input and the results that are right. */
record LabJar(Path path) {
    private static final String EVENTS = "sensor-lab/events.csv";

    static LabJar of(Path home) {
        return new LabJar(home.resolve("examples/sensor-lab.jar"));
    }

    /** Writes the input down. */
    void extractEvents(Path file) {
        try (ZipFile jar = new ZipFile(path.toFile());
                InputStream events = jar.getInputStream(entry(jar, EVENTS))) {
            Files.copy(events, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw damaged(e.getMessage(), e);
        }
    }

    /** The rows that are right for a delay, without their head, sorted as text. */
    List<String> expectedRows(LabDelay delay) {
        String name = "sensor-lab/expected/delay-" + delay.argument() + ".csv";
        try (ZipFile jar = new ZipFile(path.toFile());
                InputStream rows = jar.getInputStream(entry(jar, name))) {
            return new String(rows.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw damaged(e.getMessage(), e);
        }
    }

    private ZipEntry entry(ZipFile jar, String name) {
        ZipEntry entry = jar.getEntry(name);
        if (entry == null) {
            throw damaged("there is no " + name + " in it", null);
        }
        return entry;
    }

    private UserError damaged(String why, Throwable reason) {
        return UserError.failed(
                "the example " + path + " cannot be used: " + why, "Copy the whole distribution again.", reason);
    }
}
