package org.curtail.cli.commandline;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipFile;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.openloop.ContenderName;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for jars with policies of the user's own. */
public final class PolicyJarOption implements CommandWords.Options {
  /** The name of the option. */
  public static final String NAME = "--policy-jar";

  @Option(
      names = NAME,
      paramLabel = "JAR",
      description =
          "A jar with policies of your own, for --policies: com.example.MyPolicy, a public class that"
              + " implements org.curtail.Policy and has a public constructor, without parameters or"
              + " with a Profile. May be given several times.")
  private List<Path> jars = List.of();

  /**
   * Adds those of the named policies that are classes of the jars to the registry.
   *
   * @param names names of policies, with any endings; null for the default ones
   * @throws UsageError if a jar cannot be read, no policy is named like a class, or such a class is
   *     not a policy that can be made
   */
  public void register(@Nullable List<String> names) {
    if (jars.isEmpty()) {
      return;
    }
    List<String> classes =
        (names == null ? List.<String>of() : names)
            .stream()
                .map(name -> Policies.withoutAdditions(ContenderName.of(name).policy()))
                .filter(name -> name.indexOf('.') >= 0)
                .distinct()
                .toList();
    ClassLoader loader = loader();
    if (classes.isEmpty()) {
      throw new UsageError(
          NAME + ": expected the name of a class such as com.example.MyPolicy in --policies");
    }
    classes.forEach(name -> add(name, loader));
  }

  /**
   * Loads classes of the jars. The loader stays open: classes load others while the policies run.
   */
  private ClassLoader loader() {
    var urls = new ArrayList<URL>();
    for (Path jar : jars) {
      try (ZipFile file = new ZipFile(jar.toFile())) {
        urls.add(Path.of(file.getName()).toUri().toURL());
      } catch (IOException e) {
        throw new UsageError("%s: expected a jar, found none at %s".formatted(NAME, jar), e);
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), Policy.class.getClassLoader());
  }

  private static void add(String name, ClassLoader loader) {
    Class<?> type;
    try {
      type = Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw new UsageError("%s: no jar has a class %s".formatted(NAME, name), e);
    } catch (UnsupportedClassVersionError e) {
      throw failed(name, "a class for Java %d".formatted(Runtime.version().feature()), e);
    } catch (LinkageError e) {
      throw failed(name, "a class that loads", e);
    }
    if (!Policy.class.isAssignableFrom(type)
        || !Modifier.isPublic(type.getModifiers())
        || Modifier.isAbstract(type.getModifiers())) {
      throw new UsageError(
          "%s: expected %s to be a public class that implements org.curtail.Policy"
              .formatted(NAME, name));
    }
    Optional<Constructor<?>> plain = constructor(type);
    Constructor<?> constructor =
        plain
            .or(() -> constructor(type, Profile.class))
            .orElseThrow(() ->
                new UsageError(
                    "%s: expected %s to have a public constructor, without parameters or with a Profile"
                        .formatted(NAME, name)));
    if (plain.isPresent()) {
      make(constructor); // What fails, fails before the first run.
    }
    Policies.add(
        name,
        plain.isPresent() ? Set.of() : Set.of(Need.PROFILE),
        from ->
            plain.isPresent()
                ? make(constructor)
                : make(constructor, from.profile().orElseThrow()));
  }

  private static Optional<Constructor<?>> constructor(Class<?> type, Class<?>... parameters) {
    try {
      return Optional.of(type.getConstructor(parameters));
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
  }

  private static Policy make(Constructor<?> constructor, Object... arguments) {
    String name = constructor.getDeclaringClass().getName();
    try {
      return (Policy) constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw failed(
          name,
          "a class with a constructor that returns",
          Objects.requireNonNullElse(e.getCause(), e));
    } catch (ReflectiveOperationException e) {
      throw failed(name, "a public class in a package that its module exports", e);
    } catch (LinkageError e) {
      throw failed(name, "a class that loads", e);
    }
  }

  private static UsageError failed(String name, String expected, Throwable cause) {
    return new UsageError(
        "%s: expected %s to be %s, found %s".formatted(NAME, name, expected, cause), cause);
  }

  @Override
  public void writeTo(CommandWords line) {
    jars.forEach(jar -> line.option(NAME, jar));
  }
}
