package io.tidemark.api.type;

import io.tidemark.api.type.SchemaDifference.Change;
import io.tidemark.api.type.SerializerSnapshot.Field;
import io.tidemark.api.type.SerializerSnapshot.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Walks a stored and a declared schema side by side. It notes every difference, goes on behind those that do not fit, and
 * makes the plan of reading the one into the other. Used once.
 */
final class SchemaMatcher {
    private static final ReadPlan AS_IT_WAS = new ReadPlan.AsItWas();

    private final List<SchemaDifference> differences = new ArrayList<>();

    /**
     * A place that both schemas have.
     *
     * @param serializer of the declared schema; null when it is not at hand
     * @param isKey whether two values that differ must not become one: a map's key, a set's element
     */
    private record Place(
            String path,
            SerializerSnapshot stored,
            boolean storedNullable,
            SerializerSnapshot declared,
            boolean declaredNullable,
            TypeSerializer<?> serializer,
            boolean isKey) {

        Place part(String step, int storedIndex, int declaredIndex, boolean keyPart) {
            Field storedField = stored.fields().get(storedIndex);
            Field declaredField = declared.fields().get(declaredIndex);
            TypeSerializer<?> part =
                    serializer instanceof CompositeSerializer composite ? composite.part(declaredIndex) : null;
            return new Place(
                    path + step,
                    storedField.schema(),
                    storedField.nullable(),
                    declaredField.schema(),
                    declaredField.nullable(),
                    part,
                    isKey || keyPart);
        }

        String storedText() {
            return SchemaText.of(stored, storedNullable);
        }

        String declaredText() {
            return SchemaText.of(declared, declaredNullable);
        }
    }

    List<SchemaDifference> differences() {
        return differences;
    }

    /** The plan, or null if what was stored cannot be read. */
    ReadPlan match(SerializerSnapshot stored, SerializerSnapshot declared, TypeSerializer<?> serializer) {
        return match(new Place("", stored, true, declared, true, serializer, false));
    }

    private ReadPlan match(Place place) {
        Kind stored = place.stored.kind();
        Kind declared = place.declared.kind();
        if (declared == Kind.CUSTOM) {
            return custom(place);
        }
        if (isFieldByField(stored) && isFieldByField(declared)) {
            return struct(place);
        }
        if (declared == Kind.NULLABLE && stored != Kind.NULLABLE) {
            return nowNullable(place);
        }
        if (stored == Kind.NULLABLE && declared != Kind.NULLABLE) {
            return misfit(place, Change.NULLABILITY, "A stored null has no place in it: let it be null.");
        }
        if (stored != declared) {
            return misfit(place, Change.RETYPED, "");
        }
        return switch (declared) {
            case BASIC -> basic(place);
            case ENUM -> constants(place);
            case TUPLE -> tuple(place);
            case SEALED -> cases(place);
            case LIST, ARRAY -> content(place, place.part("[]", 0, 0, false));
            case SET -> content(place, place.part("[]", 0, 0, true));
            case OPTIONAL -> content(place, place.part(".value", 0, 0, false));
            case NULLABLE -> content(place, place.part("", 0, 0, false));
            case MAP -> pairs(place);
            case GENERIC ->
                place.stored.typeName().equals(place.declared.typeName())
                        ? AS_IT_WAS
                        : misfit(place, Change.RETYPED, "Types without a schema are read by their own name only.");
            default -> throw new AssertionError(declared);
        };
    }

    private static boolean isFieldByField(Kind kind) {
        return kind == Kind.RECORD || kind == Kind.POJO;
    }

    private ReadPlan misfit(Place place, Change change, String hint) {
        note(place, change, false, hint);
        return null;
    }

    private void note(Place place, Change change, boolean fits, String hint) {
        differences.add(new SchemaDifference(place.path, change, place.storedText(), place.declaredText(), fits, hint));
    }

    private ReadPlan custom(Place place) {
        if (place.stored.equals(place.declared)) {
            return AS_IT_WAS;
        }
        boolean reads = place.serializer != null && place.serializer.readerOf(place.stored) != null;
        if (reads && place.isKey && !place.serializer.keepsApart(place.stored)) {
            return misfit(
                    place,
                    Change.RETYPED,
                    "Two keys that its own serializer reads alike would become one. It says by keepsApart that there are none.");
        }
        note(
                place,
                Change.RETYPED,
                reads,
                reads ? "Its own serializer reads it." : "Its own serializer says by readerOf what else it reads.");
        return reads ? new ReadPlan.ByItsOwn(place.stored) : null;
    }

    private ReadPlan nowNullable(Place place) {
        note(place, Change.NULLABILITY, true, "");
        TypeSerializer<?> present =
                place.serializer instanceof CompositeSerializer composite ? composite.part(0) : null;
        SerializerSnapshot declared = place.declared.fields().get(0).schema();
        ReadPlan plan = match(new Place(place.path, place.stored, true, declared, true, present, place.isKey));
        return plan == null ? null : new ReadPlan.NowNullable(plan);
    }

    private ReadPlan basic(Place place) {
        String stored = place.stored.typeName();
        String declared = place.declared.typeName();
        if (stored.equals(declared)) {
            return AS_IT_WAS;
        }
        Widening widening = Widening.of(stored, declared);
        if (widening == null) {
            return misfit(place, Change.RETYPED, "");
        }
        note(place, Change.WIDENED, true, "");
        return new ReadPlan.Widened(widening);
    }

    private ReadPlan content(Place place, Place element) {
        ReadPlan plan = match(element);
        if (plan == null || plan.isAsItWas()) {
            return plan;
        }
        return new ReadPlan.Content(place.declared.kind(), plan);
    }

    private ReadPlan pairs(Place place) {
        ReadPlan key = match(place.part("[key]", 0, 0, true));
        ReadPlan value = match(place.part("[value]", 1, 1, false));
        if (key == null || value == null) {
            return null;
        }
        return key.isAsItWas() && value.isAsItWas() ? AS_IT_WAS : new ReadPlan.Pairs(key, value);
    }

    /** Names of constants decide, not their numbers. */
    private ReadPlan constants(Place place) {
        boolean fits = sameName(place);
        List<String> stored = place.stored.constants();
        List<String> declared = place.declared.constants();
        int[] numbers = new int[stored.size()];
        boolean renamed = false;
        boolean gone = false;
        for (int i = 0; i < numbers.length; i++) {
            String name = place.declared.presentName(stored.get(i), stored::contains);
            numbers[i] = declared.indexOf(name);
            if (numbers[i] < 0) {
                gone = true;
                differences.add(new SchemaDifference(
                        place.path,
                        Change.CONSTANT_REMOVED,
                        stored.get(i),
                        "",
                        false,
                        "Keep it, or write @RenamedFrom(\"" + stored.get(i) + "\") on the one that takes its place."));
            } else if (!name.equals(stored.get(i))) {
                renamed = true;
                differences.add(new SchemaDifference(place.path, Change.RENAMED, stored.get(i), name, true, ""));
            }
        }
        for (int i = 0; i < declared.size(); i++) {
            int number = i;
            if (Arrays.stream(numbers).noneMatch(n -> n == number)) {
                differences.add(new SchemaDifference(place.path, Change.CONSTANT_ADDED, "", declared.get(i), true, ""));
            }
        }
        int[] kept = Arrays.stream(numbers).filter(n -> n >= 0).toArray();
        if (!isRising(kept)) {
            differences.add(new SchemaDifference(
                    place.path, Change.REORDERED, stored.toString(), declared.toString(), true, ""));
        }
        if (gone || !fits) {
            return null;
        }
        return !renamed && isIdentity(numbers) ? AS_IT_WAS : new ReadPlan.Constant(numbers);
    }

    /** Cases are found by the names of their classes, present and former ones. */
    private ReadPlan cases(Place place) {
        boolean fits = sameName(place);
        List<Field> stored = place.stored.fields();
        List<Field> declared = place.declared.fields();
        int[] numbers = new int[stored.size()];
        List<ReadPlan> plans = new ArrayList<>();
        boolean asItWas = true;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = caseNumber(stored, declared, stored.get(i).name());
            ReadPlan plan = null;
            if (numbers[i] < 0) {
                differences.add(new SchemaDifference(
                        place.path,
                        Change.CASE_REMOVED,
                        stored.get(i).name(),
                        "",
                        false,
                        "Keep it, or write @RenamedFrom(\"" + stored.get(i).name()
                                + "\") on the one that takes its place."));
            } else {
                String name = declared.get(numbers[i]).name();
                String step = "(" + name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1) + ")";
                plan = match(place.part(step, i, numbers[i], false));
                // A hash has the name of the case in it.
                asItWas &= plan != null
                        && plan.isAsItWas()
                        && name.equals(stored.get(i).name());
            }
            fits &= plan != null;
            plans.add(plan);
        }
        for (int i = 0; i < declared.size(); i++) {
            int number = i;
            if (Arrays.stream(numbers).noneMatch(n -> n == number)) {
                differences.add(new SchemaDifference(
                        place.path, Change.CASE_ADDED, "", declared.get(i).name(), true, ""));
            }
        }
        if (!fits) {
            return null;
        }
        return asItWas && isIdentity(numbers) ? AS_IT_WAS : new ReadPlan.Case(numbers, plans);
    }

    /**
     * As with fields: one that was renamed takes what was stored by its former name, unless something is stored by its present one;
     * the former name may be in use again.
     */
    private static int caseNumber(List<Field> stored, List<Field> declared, String storedName) {
        int ofTheName = -1;
        int alsoStored = -1;
        for (int i = declared.size() - 1; i >= 0; i--) {
            Field field = declared.get(i);
            if (field.name().equals(storedName)) {
                ofTheName = i;
            } else if (field.schema().formerTypeNames().contains(storedName)) {
                if (stored.stream().noneMatch(one -> one.name().equals(field.name()))) {
                    return i;
                }
                alsoStored = i;
            }
        }
        return ofTheName >= 0 ? ofTheName : alsoStored;
    }

    private ReadPlan tuple(Place place) {
        int count = place.stored.fields().size();
        if (count != place.declared.fields().size()) {
            return misfit(place, Change.RETYPED, "Places of a tuple have no names to go by: use a record.");
        }
        int[] targets = new int[count];
        for (int i = 0; i < count; i++) {
            targets[i] = i;
        }
        return fields(place, targets, true);
    }

    private ReadPlan struct(Place place) {
        boolean fits = sameName(place);
        if (place.stored.kind() != place.declared.kind()) {
            differences.add(new SchemaDifference(
                    place.path, Change.KIND, SchemaText.kind(place.stored), SchemaText.kind(place.declared), true, ""));
        }
        int[] targets = targets(place.stored, place.declared);
        boolean anyMatch = Arrays.stream(targets).anyMatch(target -> target >= 0);
        if (!fits && !anyMatch) {
            return null; // another class altogether: its fields would say nothing
        }
        return fields(place, targets, fits);
    }

    /** The declared field of each stored one; -1 for none. */
    private static int[] targets(SerializerSnapshot stored, SerializerSnapshot declared) {
        List<String> storedNames = stored.fields().stream().map(Field::name).toList();
        List<String> declaredNames = declared.fields().stream().map(Field::name).toList();
        Set<String> known = new HashSet<>(storedNames);
        return storedNames.stream()
                .mapToInt(name -> declaredNames.indexOf(declared.presentName(name, known::contains)))
                .toArray();
    }

    private ReadPlan fields(Place place, int[] targets, boolean nameFits) {
        List<Field> stored = place.stored.fields();
        List<Field> declared = place.declared.fields();
        List<ReadPlan.StoredField> plans = new ArrayList<>();
        boolean fits = nameFits;
        boolean asItWas = isIdentity(targets) && stored.size() == declared.size();
        for (int i = 0; i < targets.length; i++) {
            ReadPlan plan = null;
            if (targets[i] < 0) {
                fits &= removed(place, stored.get(i));
            } else {
                plan = field(place, i, targets[i]);
                fits &= plan != null;
                asItWas &= plan != null
                        && plan.isAsItWas()
                        && stored.get(i).nullable() == declared.get(targets[i]).nullable();
            }
            plans.add(new ReadPlan.StoredField(stored.get(i), targets[i], plan));
        }
        for (int i = 0; i < declared.size(); i++) {
            int target = i;
            if (Arrays.stream(targets).noneMatch(t -> t == target)) {
                Field added = declared.get(i);
                String type = SchemaText.of(added.schema(), added.nullable());
                differences.add(new SchemaDifference(
                        place.path + "." + added.name(), Change.ADDED, "", type, true, maybeRenamed(place, added)));
            }
        }
        if (!isRising(Arrays.stream(targets).filter(t -> t >= 0).toArray()) && isRecord(place)) {
            differences.add(
                    new SchemaDifference(place.path, Change.REORDERED, names(stored), names(declared), true, ""));
        }
        if (!fits) {
            return null;
        }
        return asItWas ? AS_IT_WAS : new ReadPlan.Struct(plans);
    }

    /** A POJO's fields stand in the order of their names, which nobody chose. */
    private static boolean isRecord(Place place) {
        return place.stored.kind() == Kind.RECORD && place.declared.kind() == Kind.RECORD;
    }

    private static String names(List<Field> fields) {
        return fields.stream().map(Field::name).toList().toString();
    }

    private boolean removed(Place place, Field field) {
        boolean canSkip = StoredBytes.canSkip(field.schema());
        String hint = "What it held is lost.";
        if (!canSkip) {
            hint = "It was written by a serializer from outside of Tidemark, which alone knows where it ends.";
        } else if (place.isKey) {
            hint = "Two keys that differ in it alone would become one.";
        }
        differences.add(new SchemaDifference(
                place.path + "." + field.name(),
                Change.REMOVED,
                SchemaText.of(field.schema(), field.nullable()),
                "",
                canSkip && !place.isKey,
                hint));
        return canSkip && !place.isKey;
    }

    /** A field that came and one that went, of one type, may be one field. */
    private static String maybeRenamed(Place place, Field added) {
        return place.stored.fields().stream()
                .filter(old -> place.declared.fields().stream()
                        .noneMatch(field -> field.name().equals(old.name())))
                .filter(old -> !place.declared.formerNames().containsKey(old.name()))
                .filter(old -> old.schema().equals(added.schema()))
                .findFirst()
                .map(old -> "If it is the former " + old.name() + ", write @RenamedFrom(\"" + old.name() + "\") on it.")
                .orElse("");
    }

    private ReadPlan field(Place place, int storedIndex, int declaredIndex) {
        Field stored = place.stored.fields().get(storedIndex);
        Field declared = place.declared.fields().get(declaredIndex);
        Place field = place.part("." + declared.name(), storedIndex, declaredIndex, false);
        if (!stored.name().equals(declared.name())) {
            differences.add(new SchemaDifference(field.path, Change.RENAMED, stored.name(), declared.name(), true, ""));
        }
        ReadPlan plan = match(field);
        if (stored.nullable() && !declared.nullable()) {
            return misfit(field, Change.NULLABILITY, "A stored null has no place in it: declare the wrapper class.");
        }
        if (!stored.nullable() && declared.nullable() && plan != null && plan.isAsItWas()) {
            note(field, Change.NULLABILITY, true, "");
        }
        return plan;
    }

    /** Whether the class has the name it had, or says that it had it. */
    private boolean sameName(Place place) {
        String stored = place.stored.typeName();
        String declared = place.declared.typeName();
        if (stored.equals(declared)) {
            return true;
        }
        boolean renamed = place.declared.formerTypeNames().contains(stored);
        differences.add(new SchemaDifference(
                place.path,
                renamed ? Change.RENAMED : Change.RETYPED,
                stored,
                declared,
                renamed,
                renamed ? "" : "If it is the same class, write @RenamedFrom(\"" + stored + "\") on it."));
        return renamed;
    }

    private static boolean isRising(int[] numbers) {
        for (int i = 1; i < numbers.length; i++) {
            if (numbers[i] < numbers[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIdentity(int[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] != i) {
                return false;
            }
        }
        return true;
    }
}
