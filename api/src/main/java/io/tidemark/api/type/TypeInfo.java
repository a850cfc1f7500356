package io.tidemark.api.type;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how a class, or one field of a POJO or record, is described and serialised, wherever its type is found by reflection.
 * On a field it comes before one on the field's class.
 */
@Documented
@Target({ElementType.TYPE, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface TypeInfo {
    /** Has a constructor without arguments. */
    Class<? extends TypeInfoFactory<?>> value();
}
