package dev.satu.server.security;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The scope that a caller needs for this resource method, or for all methods of this class that do
 * not name their own.
 *
 * <p>The service does not start with a resource method that has none: nothing is open by being
 * forgotten.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Scoped {
  Scope value();
}
