package io.tidemark.deploy.config;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Options from a YAML file: keys with dots, nested maps, or both. */
final class YamlConfiguration {
    private YamlConfiguration() {}

    /** @throws UserError when the file cannot be read or holds more than keys and values */
    static Configuration read(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw UserError.usage(
                    "the configuration " + file + " cannot be read: " + e.getMessage(),
                    "Name a file that is there and may be read.",
                    e);
        }
        return parse(text, file.toString());
    }

    /** @param origin what the text is called in errors */
    static Configuration parse(String text, String origin) {
        LoaderOptions loader = new LoaderOptions();
        loader.setAllowDuplicateKeys(false);
        Object document;
        try {
            document = new Yaml(new SafeConstructor(loader)).load(text);
        } catch (MarkedYAMLException e) {
            String where = e.getProblemMark() == null
                    ? ""
                    : " line " + (e.getProblemMark().getLine() + 1);
            throw UserError.usage(
                    origin + where + " is not YAML: " + e.getProblem(), "Write one key: value a line.", e);
        } catch (YAMLException e) {
            throw UserError.usage(origin + " is not YAML: " + e.getMessage(), "Write one key: value a line.", e);
        }
        Configuration.Builder options = Configuration.builder();
        if (document instanceof Map<?, ?> map) {
            flatten("", map, options, origin);
        } else if (document != null) {
            throw UserError.usage(origin + " holds no keys", "Write one key: value a line.");
        }
        return options.build();
    }

    private static void flatten(String prefix, Map<?, ?> map, Configuration.Builder options, String origin) {
        map.forEach((name, value) -> {
            String key = prefix + name;
            if (value instanceof Map<?, ?> nested) {
                flatten(key + ".", nested, options, origin);
            } else if (value instanceof Iterable<?>) {
                throw UserError.usage(
                        origin + ": " + key + " is a list, and no option takes one", "Write one value behind the key.");
            } else if (value != null) {
                options.set(key, value.toString());
            }
        });
    }
}
