package io.tidemark.api.type;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a class, a field, a record component or an enum constant was called in an earlier version of the job, so that state
 * of that version can be read. Several names are those of several versions.
 *
 * <pre>{@code
 * @RenamedFrom("com.acme.Order")
 * public record Purchase(String id, @RenamedFrom("amount") long cents) {}
 * }</pre>
 *
 * <p>A stored field goes to the field of its own name. If the stored schema has no field of the new name, the one that was
 * renamed takes the stored one, even when the old name is in use again.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface RenamedFrom {
    /** The former names: of a field, component or constant as it was written; of a class with its package. */
    String[] value();
}
