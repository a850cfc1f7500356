package io.tidemark.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds the table of rooms: who may know whom. A new arrow is a change to this file. */
class ArchitectureTest {

    /** Room (package below io.tidemark) to the rooms it may use. */
    private static final Map<String, List<String>> MAY_USE = table();

    private static JavaClasses classes;

    private static Map<String, List<String>> table() {
        Map<String, List<String>> table = new LinkedHashMap<>();
        table.put("api", List.of());
        table.put("network", List.of("api"));
        table.put("checkpoint", List.of("api"));
        table.put("worker", List.of("api", "network", "checkpoint"));
        table.put("coordinator", List.of("api", "network", "checkpoint"));
        table.put("sql", List.of("api"));
        table.put("connector", List.of("api"));
        table.put("type", List.of("api"));
        table.put("testing", List.of("api", "network", "checkpoint", "worker", "coordinator"));
        table.put(
                "deploy",
                List.of("api", "network", "checkpoint", "worker", "coordinator", "sql", "connector", "testing"));
        table.put("examples", List.of("api", "sql", "connector"));
        return table;
    }

    @BeforeAll
    static void importClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.tidemark");
    }

    @TestFactory
    Stream<DynamicTest> eachRoomUsesOnlyTheRoomsThatTheTableAllows() {
        return MAY_USE.entrySet().stream()
                .map(entry ->
                        DynamicTest.dynamicTest(entry.getKey(), () -> checkRoom(entry.getKey(), entry.getValue())));
    }

    private static void checkRoom(String room, List<String> allowedRooms) {
        String[] allowed = Stream.concat(Stream.of(room), allowedRooms.stream())
                .map(name -> "io.tidemark." + name + "..")
                .toArray(String[]::new);
        DescribedPredicate<JavaClass> foreignRoom = DescribedPredicate.describe(
                "in a room that " + room + " may not know",
                other -> other.getPackageName().startsWith("io.tidemark.")
                        && Arrays.stream(allowed).noneMatch(pattern -> inside(other.getPackageName(), pattern)));
        classes()
                .that()
                .resideInAPackage("io.tidemark." + room + "..")
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.not(foreignRoom))
                .allowEmptyShould(true)
                .check(classes);
    }

    private static boolean inside(String packageName, String pattern) {
        String prefix = pattern.substring(0, pattern.length() - 2);
        return packageName.equals(prefix) || packageName.startsWith(prefix + ".");
    }

    @Test
    void theApiUsesNothingButTheJdkAndSlf4j() {
        classes()
                .that()
                .resideInAPackage("io.tidemark.api..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.tidemark.api..", "java..", "javax..", "org.slf4j..")
                .check(classes);
    }

    @Test
    void noTwoPackagesImportEachOtherInACircle() {
        slices().matching("io.tidemark.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void everyRoomWithCodeStandsInTheTable() {
        Set<String> rooms = new TreeSet<>();
        for (JavaClass type : classes) {
            String[] parts = type.getPackageName().split("\\.");
            if (parts.length > 2) {
                rooms.add(parts[2]);
            }
        }
        rooms.removeAll(Set.of("it", "bench"));
        assertThat(MAY_USE.keySet()).containsAll(rooms);
        assertThat(rooms).contains("api", "network", "checkpoint", "worker", "coordinator", "connector", "deploy");
    }
}
