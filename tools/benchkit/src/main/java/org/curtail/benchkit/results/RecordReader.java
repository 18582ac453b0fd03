package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.Failure;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record from a JSON object with the names of its components. Unknown fields are ignored,
 * since a later version may add some. These components may be absent: those marked
 * {@code @Nullable}, lists that are written only if not empty, and the last ones if the record has
 * a constructor without them. All other fields must be present. The fields of a component marked
 * {@code @JsonUnwrapped} are fields of the object; if it is also {@code @Nullable}, it is null if
 * all of them are absent.
 */
final class RecordReader {
  private RecordReader() {}

  /**
   * Reads a record from an object.
   *
   * @throws org.curtail.benchkit.terminal.UsageError if a field is missing, has the wrong type, or
   *     the record itself rejects its values
   */
  static <T> T read(LocatedJson json, Class<T> type) {
    RecordComponent[] components = present(json, type);
    @Nullable Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = component(json, components[i]);
    }
    try {
      var constructor = type.getDeclaredConstructor(types(components));
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      // The record rejects its values; the message names the value in one line.
      throw json.misuse(Failure.reason(e.getTargetException()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " cannot be read", e);
    }
  }

  /** Returns all components, without absent optional ones at the end. */
  private static RecordComponent[] present(LocatedJson json, Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    RecordComponent[] needed = components;
    for (int count = components.length - 1; count > 0; count--) {
      if (isThere(json, components[count])) {
        break;
      }
      RecordComponent[] fewer = Arrays.copyOf(components, count);
      if (Stream.of(type.getDeclaredConstructors())
          .anyMatch(constructor -> Arrays.equals(constructor.getParameterTypes(), types(fewer)))) {
        needed = fewer;
      }
    }
    return needed;
  }

  private static boolean isThere(LocatedJson json, RecordComponent component) {
    return isUnwrapped(component)
        ? Stream.of(component.getType().getRecordComponents()).anyMatch(part -> isThere(json, part))
        : json.optional(component.getName()) != null;
  }

  private static boolean isUnwrapped(RecordComponent component) {
    return component.getAccessor().isAnnotationPresent(JsonUnwrapped.class);
  }

  private static Class<?>[] types(RecordComponent[] components) {
    return Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
  }

  private static @Nullable Object component(LocatedJson json, RecordComponent component) {
    if (isUnwrapped(component)) {
      return isThere(json, component) || !isNullable(component)
          ? read(json, component.getType())
          : null;
    }
    if (isNullable(component)) {
      LocatedJson field = json.optional(component.getName());
      return field == null || field.isNull() ? null : value(field, component.getGenericType());
    }
    if (isWrittenOnlyIfNotEmpty(component) && json.optional(component.getName()) == null) {
      return List.of();
    }
    return value(json.field(component.getName()), component.getGenericType());
  }

  private static boolean isNullable(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static boolean isWrittenOnlyIfNotEmpty(RecordComponent component) {
    JsonInclude include = component.getAccessor().getAnnotation(JsonInclude.class);
    return include != null && include.value() == JsonInclude.Include.NON_EMPTY;
  }

  private static Object value(LocatedJson json, Type type) {
    return switch (type) {
      case Class<?> c when c == double.class || c == Double.class -> json.number();
      case Class<?> c when c == int.class || c == Integer.class -> json.smallWholeNumber();
      case Class<?> c when c == long.class -> json.wholeNumber();
      case Class<?> c when c == boolean.class || c == Boolean.class -> json.truth();
      case Class<?> c when c == String.class -> json.text();
      case Class<?> c when c.isEnum() -> constant(json, c);
      case Class<?> c when c.isRecord() -> read(json, c);
      case ParameterizedType p when p.getRawType() == List.class ->
          json.items().stream().map(item -> value(item, p.getActualTypeArguments()[0])).toList();
      case ParameterizedType p when p.getRawType() == Map.class -> settings(json);
      default -> throw new IllegalStateException("no JSON form for " + type);
    };
  }

  private static Object constant(LocatedJson json, Class<?> type) {
    List<?> constants = List.of(type.getEnumConstants());
    for (Object constant : constants) {
      if (constant.toString().equals(json.text())) {
        return constant;
      }
    }
    throw json.unexpected(
        "one of "
            + String.join(
                ", ", constants.stream().map(constant -> "\"" + constant + "\"").toList()));
  }

  /** Returns free fields: texts, numbers, truth values, and lists of these. */
  private static Map<String, Object> settings(LocatedJson json) {
    Map<String, Object> settings = new LinkedHashMap<>();
    json.fields().forEach((name, value) -> settings.put(name, setting(value)));
    return settings;
  }

  private static Object setting(LocatedJson json) {
    return switch (json.value()) {
      case String text -> text;
      case Boolean truth -> truth;
      case Long number -> number;
      case Double number -> json.number();
      case List<?> list -> json.items().stream().map(RecordReader::setting).toList();
      case Map<?, ?> map -> settings(json);
      case null, default -> throw json.unexpected("a value");
    };
  }
}
