package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What users of the kit can name. */
class PublicFaceTest {
    private static final Pattern CLASS_NAME = Pattern.compile("[a-z]\\w*(\\.\\w+)+(\\$\\w+)*");

    @Test
    void nothingInAPublicSignatureIsOfTheEngine() throws Exception {
        List<String> strangers = new ArrayList<>();
        for (Class<?> type : publicTypes()) {
            for (Method method : type.getMethods()) {
                if (method.getDeclaringClass() == type && !method.isSynthetic()) {
                    addStrangers(type, method, method.getGenericReturnType(), strangers);
                }
            }
            for (Constructor<?> constructor : type.getConstructors()) {
                addStrangers(type, constructor, type, strangers);
            }
        }
        assertThat(strangers).isEmpty();
    }

    @Test
    void theKitIsSmallEnoughToKnow() throws Exception {
        assertThat(publicTypes())
                .extracting(Class::getSimpleName)
                .containsExactlyInAnyOrder(
                        "StreamHarness",
                        "TestInput",
                        "TestChannel",
                        "TestOutput",
                        "Element",
                        "Kind",
                        "Snapshot",
                        "OperatorView",
                        "PendingTimer",
                        "OperatorFailedException");
    }

    private static List<Class<?>> publicTypes() throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes = Path.of(StreamHarness.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .resolve("io/tidemark/testing");
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.list(classes)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class") && !name.equals("package-info.class")) {
                    Class<?> type = Class.forName(
                            "io.tidemark.testing." + name.substring(0, name.length() - ".class".length()));
                    if (isReachable(type)) {
                        types.add(type);
                    }
                }
            }
        }
        return types;
    }

    private static boolean isReachable(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getDeclaringClass() == null || isReachable(type.getDeclaringClass()));
    }

    private static void addStrangers(Class<?> type, Executable member, Type returned, List<String> strangers) {
        Stream<Type> types = Stream.of(
                        Arrays.stream(member.getGenericParameterTypes()),
                        Arrays.stream(member.getGenericExceptionTypes()),
                        Stream.of(returned))
                .flatMap(all -> all);
        types.forEach(one -> {
            Matcher names = CLASS_NAME.matcher(one.getTypeName());
            while (names.find()) {
                String name = names.group();
                if (!name.startsWith("java.")
                        && !name.startsWith("io.tidemark.api.")
                        && !name.startsWith("io.tidemark.testing.")) {
                    strangers.add(type.getSimpleName() + "." + member.getName() + ": " + name);
                }
            }
        });
    }
}
