package dev.satu.server.http;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import java.lang.reflect.Constructor;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Makes the Java type say which fields a body must have: a record component without
 * {@code @Nullable} must be there and must not be {@code null}; the elements of a list never are.
 */
final class RequiredUnlessNullable extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
    return isRecordComponent(member) ? Boolean.valueOf(!isNullable(member)) : null;
  }

  @Override
  public JsonSetter.Value findSetterInfo(Annotated member) {
    if (!isRecordComponent(member)) {
      return JsonSetter.Value.empty();
    }
    Nulls value = isNullable(member) ? Nulls.SET : Nulls.FAIL;
    Nulls content =
        Collection.class.isAssignableFrom(member.getRawType()) ? Nulls.FAIL : Nulls.DEFAULT;
    return JsonSetter.Value.forValueNulls(value, content);
  }

  private static boolean isRecordComponent(Annotated member) {
    return member instanceof AnnotatedParameter parameter
        && parameter.getDeclaringClass().isRecord()
        && parameter.getOwner().getAnnotated() instanceof Constructor<?>;
  }

  private static boolean isNullable(Annotated member) {
    AnnotatedParameter parameter = (AnnotatedParameter) member;
    Constructor<?> constructor = (Constructor<?>) parameter.getOwner().getAnnotated();
    return constructor.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
        Nullable.class);
  }
}
