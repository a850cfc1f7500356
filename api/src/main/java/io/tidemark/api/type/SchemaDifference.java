package io.tidemark.api.type;

/**
 * One difference between a stored schema and the declared one.
 *
 * @param path where it is, such as {@code .items[].price}; empty when it is the whole type
 * @param change what kind of difference it is
 * @param stored the type as it was stored; empty when it is new
 * @param declared the type as it is declared; empty when it is gone
 * @param fits whether what was stored can be read all the same
 * @param hint what to do or to know, in one line; empty when there is nothing
 */
public record SchemaDifference(String path, Change change, String stored, String declared, boolean fits, String hint) {

    /** Kinds of differences. */
    public enum Change {
        /** A field is new: it gets what the constructor without arguments leaves in it; in a record null, 0 or false. */
        ADDED("added"),
        /** A field is gone, and what it held with it. */
        REMOVED("removed"),
        /** A field, constant or class has another name. */
        RENAMED("renamed"),
        /** The fields or constants stand in another order. */
        REORDERED("reordered"),
        /** A number has a type that holds every value of the former one. */
        WIDENED("widened"),
        /** The type is another one. */
        RETYPED("retyped"),
        /** Null was allowed and is not any more, or the other way round. */
        NULLABILITY("nullability"),
        /** A class was written field by field in another way: a record and a POJO take each other's fields. */
        KIND("kind"),
        /** A constant of an enum is new. */
        CONSTANT_ADDED("constant added"),
        /** A constant of an enum is gone. */
        CONSTANT_REMOVED("constant removed"),
        /** A case of a sealed type is new. */
        CASE_ADDED("case added"),
        /** A case of a sealed type is gone. */
        CASE_REMOVED("case removed");

        private final String text;

        Change(String text) {
            this.text = text;
        }

        /** The word for it in messages. */
        public String text() {
            return text;
        }
    }

    /** Path, change and both types, in one line: {@code .total: retyped, String -> long}. */
    @Override
    public String toString() {
        String types = stored.isEmpty() ? declared : declared.isEmpty() ? stored : stored + " -> " + declared;
        return (path.isEmpty() ? "" : path + ": ") + change.text() + ", " + types;
    }
}
