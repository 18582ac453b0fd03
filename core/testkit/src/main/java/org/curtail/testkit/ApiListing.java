package org.curtail.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public API of a module of this build, listed in the file {@code api.txt} of its folder, so
 * that no change goes unnoticed. Each published module has a test that calls {@link #check}.
 */
public final class ApiListing {
  /** A system property; if it is set, files are written instead of checked. */
  private static final String ACCEPT = "api.accept";

  private static final String HEADER =
      "# What users of this module can name and call. Written and checked by ApiListingTest; see CONTRIBUTING.md.\n";

  private ApiListing() {}

  /**
   * Compares the tested module with its {@code api.txt}, and its public types with {@code
   * package-info}.
   *
   * @throws AssertionError that lists additions and removals, and the way to accept them
   */
  public static void check() throws IOException {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    List<Class<?>> types = types(module.resolve("target/classes"));
    Path file = module.resolve("api.txt");
    String now = HEADER + text(types.stream().map(ApiSignature::of).toList());
    if (System.getProperty(ACCEPT) == null) {
      String before = Files.exists(file) ? Files.readString(file) : "";
      String difference = difference(module.getFileName().toString(), before, now);
      if (!difference.isEmpty()) {
        throw new AssertionError(difference);
      }
    } else {
      Files.writeString(file, now);
    }
    List<String> missing = missing(types, module.resolve("src/main/java"));
    if (!missing.isEmpty()) {
      throw new AssertionError(
          "Every public type has a link in the list of its package-info, which says its purpose."
              + " These have none:\n  "
              + String.join("\n  ", missing));
    }
  }

  /** Returns the types below a folder of class files that users can name. */
  private static List<Class<?>> types(Path classes) throws IOException {
    Predicate<String> isExported = exported(classes.resolve("module-info.class"));
    var types = new ArrayList<Class<?>>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        String path = classes.relativize(file).toString();
        if (path.endsWith(".class") && !path.endsWith("-info.class")) {
          String name =
              path.substring(0, path.length() - ".class".length()).replaceAll("[/\\\\]", ".");
          Class<?> type = Class.forName(name, false, ApiListing.class.getClassLoader());
          if (ApiSignature.isVisible(type) && isExported.test(type.getPackageName())) {
            types.add(type);
          }
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("a class file lies in the wrong folder", e);
    }
    if (types.isEmpty()) {
      throw new IOException("no public types in " + classes);
    }
    return types;
  }

  /** Matches the packages that a module exports unconditionally; all without a descriptor. */
  private static Predicate<String> exported(Path descriptor) throws IOException {
    if (!Files.exists(descriptor)) {
      return name -> true;
    }
    try (InputStream in = Files.newInputStream(descriptor)) {
      return ModuleDescriptor.read(in).exports().stream()
              .filter(exports -> !exports.isQualified())
              .map(ModuleDescriptor.Exports::source)
              .collect(Collectors.toSet())
          ::contains;
    }
  }

  /** Returns one line for each type, in alphabetical order, followed by one for each member. */
  static String text(Collection<ApiSignature> signatures) {
    var blocks = new TreeSet<String>();
    for (ApiSignature one : signatures) {
      var block = new StringBuilder(one.name() + ": " + one.description() + "\n");
      one.members().forEach(member -> block.append("  ").append(member).append('\n'));
      blocks.add(block.toString());
    }
    return String.join("", blocks);
  }

  /** Returns the additions to and removals from a module's listing, for people; empty if none. */
  static String difference(String module, String before, String now) {
    if (before.equals(now)) {
      return "";
    }
    SortedSet<String> added = entries(now);
    added.removeAll(entries(before));
    SortedSet<String> removed = entries(before);
    removed.removeAll(entries(now));
    return """
    The public API of %1$s is no longer what %1$s/api.txt lists.
    added:%2$s
    removed:%3$s
    If that is meant, let the test write the file and commit it:
      ./mvnw test -Dtest=ApiListingTest -Dsurefire.failIfNoSpecifiedTests=false -Dapi.accept
    """
        .formatted(module, list(added), list(removed));
  }

  private static String list(SortedSet<String> entries) {
    return entries.isEmpty() ? " nothing" : "\n  " + String.join("\n  ", entries);
  }

  /** Returns every line with the name of its type, so that it can be read alone. */
  private static SortedSet<String> entries(String listing) {
    var entries = new TreeSet<String>();
    String type = "";
    for (String line : listing.lines().toList()) {
      if (line.startsWith("  ")) {
        entries.add(type + ": " + line.strip());
      } else if (!line.startsWith("#")) {
        type = line.substring(0, Math.max(0, line.indexOf(':')));
        entries.add(line);
      }
    }
    return entries;
  }

  /** Returns the top-level types that no entry of the list in their {@code package-info} names. */
  private static List<String> missing(List<Class<?>> types, Path sources) throws IOException {
    var missing = new ArrayList<String>();
    for (Class<?> type : types) {
      Path info =
          sources.resolve(type.getPackageName().replace('.', '/')).resolve("package-info.java");
      if (type.getDeclaringClass() == null) {
        String text = Files.readString(info).replaceAll("\\R\\s*\\*\\s*", " ");
        String link = "\\{@link (%s\\.)?%s}".formatted(type.getPackageName(), type.getSimpleName());
        if (!Pattern.compile("<li>[^<]*" + link).matcher(text).find()) {
          missing.add(type.getName());
        }
      }
    }
    return missing;
  }
}
