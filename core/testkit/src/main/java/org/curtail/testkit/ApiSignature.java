package org.curtail.testkit;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One type of a public API as text: its kind, and what its users can call, one line each. Made from
 * reflection on the class file in a format of its own, so that every JDK gives the same. Names of
 * parameters, annotations and values of constants are not part of it.
 *
 * @param name name with its package
 * @param description the kind of type, its supertypes, a record's components
 * @param members members in alphabetical order
 */
record ApiSignature(String name, String description, SortedSet<String> members) {
  static ApiSignature of(Class<?> type) {
    var members = new TreeSet<String>();
    // A public method of a superclass that is not public is one of this class to its users.
    for (Class<?> from = type; from != null && from != Object.class; from = hidden(from)) {
      addMembers(from, from == type, isFinal(type), members);
    }
    return new ApiSignature(type.getCanonicalName(), describe(type), members);
  }

  /** True if users in other packages can name the type. */
  static boolean isVisible(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic()) {
      return false;
    }
    Class<?> outer = type.getDeclaringClass();
    return outer == null
        ? Modifier.isPublic(type.getModifiers())
        : isVisible(outer) && isVisible(type.getModifiers(), isFinal(outer));
  }

  private static boolean isVisible(int modifiers, boolean inFinalClass) {
    return Modifier.isPublic(modifiers) || (Modifier.isProtected(modifiers) && !inFinalClass);
  }

  private static boolean isFinal(Class<?> type) {
    return Modifier.isFinal(type.getModifiers());
  }

  private static @Nullable Class<?> hidden(Class<?> type) {
    Class<?> parent = type.getSuperclass();
    return parent == null || isVisible(parent) ? null : parent;
  }

  private static String describe(Class<?> type) {
    var words = new ArrayList<String>();
    int modifiers = type.getModifiers();
    if (Modifier.isProtected(modifiers)) {
      words.add("protected");
    }
    if (type.getDeclaringClass() != null && !Modifier.isStatic(modifiers) && !type.isInterface()) {
      words.add("inner");
    }
    if (type.isSealed()) {
      words.add("sealed");
    }
    boolean isClass = !type.isInterface() && !type.isRecord() && !type.isEnum();
    if (isClass && Modifier.isAbstract(modifiers)) {
      words.add("abstract");
    }
    if (isClass && Modifier.isFinal(modifiers)) {
      words.add("final");
    }
    words.add(kind(type) + typeParameters(type) + components(type));
    Type parent = type.getGenericSuperclass();
    if (isClass && parent != Object.class && isVisible(type.getSuperclass())) {
      words.add("extends " + text(parent));
    }
    addNames(words, type.isInterface() ? "extends" : "implements", interfaces(type));
    if (type.isSealed()) {
      addNames(
          words,
          "permits",
          Arrays.stream(type.getPermittedSubclasses()).filter(ApiSignature::isVisible));
    }
    return String.join(" ", words);
  }

  private static String kind(Class<?> type) {
    if (type.isAnnotation()) {
      return "annotation";
    }
    if (type.isInterface()) {
      return "interface";
    }
    return type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private static String components(Class<?> type) {
    return type.isRecord()
        ? Arrays.stream(type.getRecordComponents())
            .map(component -> text(component.getGenericType()) + " " + component.getName())
            .collect(Collectors.joining(", ", "(", ")"))
        : "";
  }

  private static Stream<Type> interfaces(Class<?> type) {
    Class<?>[] raw = type.getInterfaces();
    Type[] generic = type.getGenericInterfaces();
    var visible = new ArrayList<Type>();
    for (int i = 0; i < raw.length; i++) {
      if (isVisible(raw[i])) {
        visible.add(generic[i]);
      }
    }
    return visible.stream();
  }

  private static void addNames(List<String> words, String verb, Stream<? extends Type> types) {
    String names = types.map(ApiSignature::text).sorted().collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      words.add(verb + " " + names);
    }
  }

  private static void addMembers(
      Class<?> type, boolean withConstructors, boolean inFinalClass, SortedSet<String> members) {
    for (Field field : type.getDeclaredFields()) {
      if (isVisible(field.getModifiers(), inFinalClass) && !field.isSynthetic()) {
        members.add(
            field.isEnumConstant()
                ? "constant " + field.getName()
                : modifiers(field.getModifiers(), !type.isInterface())
                    + text(field.getGenericType())
                    + " "
                    + field.getName());
      }
    }
    if (withConstructors && !type.isEnum()) {
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        if (isVisible(constructor.getModifiers(), inFinalClass)
            && !constructor.isSynthetic()
            && !isCanonical(constructor)) {
          members.add(access(constructor.getModifiers()) + "new" + signature(constructor));
        }
      }
    }
    Predicate<Method> isNews =
        type.isRecord() || type.isEnum() ? method -> !isImplied(type, method) : method -> true;
    for (Method method : type.getDeclaredMethods()) {
      if (isVisible(method.getModifiers(), inFinalClass)
          && !method.isSynthetic()
          && !isOfObject(method)
          && isNews.test(method)) {
        members.add(
            modifiers(method.getModifiers(), !isFinal(type))
                + (method.isDefault() ? "default " : "")
                + spaced(typeParameters(method))
                + text(method.getGenericReturnType())
                + " "
                + method.getName()
                + signature(method));
      }
    }
  }

  private static boolean isCanonical(Constructor<?> constructor) {
    RecordComponent[] components = constructor.getDeclaringClass().getRecordComponents();
    return components != null
        && Arrays.equals(
            constructor.getParameterTypes(),
            Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
  }

  /** True for a record's accessors, an enum's {@code values} and {@code valueOf}. */
  private static boolean isImplied(Class<?> type, Method method) {
    if (type.isEnum()) {
      return switch (method.getName()) {
        case "values" -> method.getParameterCount() == 0;
        case "valueOf" -> method.getParameterCount() == 1;
        default -> false;
      };
    }
    return method.getParameterCount() == 0
        && Arrays.stream(type.getRecordComponents())
            .anyMatch(component -> component.getName().equals(method.getName()));
  }

  private static boolean isOfObject(Method method) {
    return switch (method.getName()) {
      case "toString", "hashCode" -> method.getParameterCount() == 0;
      case "equals" -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class});
      default -> false;
    };
  }

  /**
   * Returns the modifiers that matter to users.
   *
   * @param withFinal false if every member is final
   */
  private static String modifiers(int modifiers, boolean withFinal) {
    var text = new StringBuilder(access(modifiers));
    if (Modifier.isStatic(modifiers)) {
      text.append("static ");
    }
    if (Modifier.isAbstract(modifiers)) {
      text.append("abstract ");
    }
    if (withFinal && Modifier.isFinal(modifiers)) {
      text.append("final ");
    }
    return text.toString();
  }

  private static String access(int modifiers) {
    return Modifier.isProtected(modifiers) ? "protected " : "";
  }

  private static String signature(Executable executable) {
    Type[] generic = executable.getGenericParameterTypes();
    // An inner class's constructor has its outer instance in one of the two only.
    Type[] types =
        generic.length == executable.getParameterCount() ? generic : executable.getParameterTypes();
    var parameters = new ArrayList<String>();
    for (int i = 0; i < types.length; i++) {
      String text = text(types[i]);
      parameters.add(
          executable.isVarArgs() && i == types.length - 1
              ? text.substring(0, text.length() - "[]".length()) + "..."
              : text);
    }
    var words = new ArrayList<String>();
    words.add("(" + String.join(", ", parameters) + ")");
    addNames(words, "throws", Arrays.stream(executable.getGenericExceptionTypes()));
    return String.join(" ", words);
  }

  private static String spaced(String text) {
    return text.isEmpty() ? "" : text + " ";
  }

  private static String typeParameters(GenericDeclaration of) {
    TypeVariable<?>[] variables = of.getTypeParameters();
    return variables.length == 0
        ? ""
        : Arrays.stream(variables)
            .map(ApiSignature::withBounds)
            .collect(Collectors.joining(", ", "<", ">"));
  }

  private static String withBounds(TypeVariable<?> variable) {
    String bounds =
        Arrays.stream(variable.getBounds())
            .filter(bound -> bound != Object.class)
            .map(ApiSignature::text)
            .collect(Collectors.joining(" & "));
    return bounds.isEmpty() ? variable.getName() : variable.getName() + " extends " + bounds;
  }

  /** Returns a type as in source; of {@code java.lang} without the package. */
  private static String text(Type type) {
    return switch (type) {
      case Class<?> plain when plain.isArray() -> text(plain.getComponentType()) + "[]";
      case Class<?> plain when "java.lang".equals(plain.getPackageName()) && !plain.isPrimitive() ->
          plain.getCanonicalName().substring("java.lang.".length());
      case Class<?> plain -> plain.getCanonicalName();
      case ParameterizedType generic ->
          text(generic.getRawType())
              + Arrays.stream(generic.getActualTypeArguments())
                  .map(ApiSignature::text)
                  .collect(Collectors.joining(", ", "<", ">"));
      case WildcardType wildcard when wildcard.getLowerBounds().length > 0 ->
          "? super " + text(wildcard.getLowerBounds()[0]);
      case WildcardType wildcard when wildcard.getUpperBounds()[0] == Object.class -> "?";
      case WildcardType wildcard -> "? extends " + text(wildcard.getUpperBounds()[0]);
      case GenericArrayType array -> text(array.getGenericComponentType()) + "[]";
      case TypeVariable<?> variable -> variable.getName();
      default -> throw new IllegalArgumentException("no kind of type that is known: " + type);
    };
  }
}
