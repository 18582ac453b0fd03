package org.curtail.cli.commandline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command line that does the same again: every option by name with its value, defaults included.
 * For one thread.
 */
public final class CommandWords {
  /** Options that can write their values. */
  @FunctionalInterface
  public interface Options {
    /** Adds names and values; options that make no difference are left out. */
    void writeTo(CommandWords line);
  }

  /** The property with the program's name in the user's call; set by the launcher. */
  private static final String PROGRAM = "curtail.program";

  /** A character that a terminal does not show literally. */
  private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  private final List<String> words;

  private CommandWords(List<String> words) {
    this.words = new ArrayList<>(words);
  }

  /** A line that begins with a command. */
  public static CommandWords of(String command, String... parameters) {
    var line = new CommandWords(List.of("./curtail", command));
    line.words.addAll(List.of(parameters));
    return line;
  }

  /** Adds an option and its value; the values of a list are separated by commas. */
  public CommandWords option(String name, Object value) {
    words.add(name);
    words.add(text(value));
    return this;
  }

  /** Adds an option if it has a value. */
  public CommandWords ifGiven(String name, @Nullable Object value) {
    return value == null ? this : option(name, value);
  }

  /** Adds an option without a value, if the condition is true. */
  public CommandWords flag(String name, boolean holds) {
    if (holds) {
      words.add(name);
    }
    return this;
  }

  /** Adds all of these options. */
  public CommandWords all(Options options) {
    options.writeTo(this);
    return this;
  }

  /** The same line with another value of an option; unchanged if it lacks that option. */
  public CommandWords with(String option, Object value) {
    var changed = new CommandWords(words);
    int at = words.indexOf(option);
    if (at >= 0) {
      changed.words.set(at + 1, text(value));
    }
    return changed;
  }

  private static String text(Object value) {
    return switch (value) {
      case Enum<?> choice -> choice.name().toLowerCase(Locale.ROOT);
      case Collection<?> values ->
          values.stream().map(CommandWords::text).collect(Collectors.joining(","));
      default -> value.toString();
    };
  }

  /** All words, not quoted. */
  public List<String> words() {
    return List.copyOf(words);
  }

  /** All words, quoted for a shell. */
  @Override
  public String toString() {
    return quoted(words);
  }

  /** The program as the user called it: {@code ./curtail}, or its path. */
  public static String program() {
    return System.getProperty(PROGRAM, "./curtail");
  }

  /** Returns a command by its qualified name, in the form of the user's call. */
  static String called(String qualifiedName) {
    return qualifiedName.replaceFirst(
        "^curtail\\b", Matcher.quoteReplacement(quoted(List.of(program()))));
  }

  /**
   * Words for a shell. A word is in single quotes if it has anything but letters, digits and
   * harmless signs. Characters that a terminal would not show are escaped.
   */
  public static String quoted(List<String> words) {
    return words.stream().map(CommandWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    if (word.matches("[\\w@%+=:,./-]+")) {
      return word;
    }
    if (!UNSEEN.matcher(word).find()) {
      return "'" + word.replace("'", "'\\''") + "'";
    }
    var text = new StringBuilder("$'");
    word.codePoints()
        .forEach(point -> {
          String sign = Character.toString(point);
          if (UNSEEN.matcher(sign).matches()) {
            text.append("\\U%08x".formatted(point));
          } else {
            text.append("'\\".contains(sign) ? "\\" + sign : sign);
          }
        });
    return text.append('\'').toString();
  }
}
