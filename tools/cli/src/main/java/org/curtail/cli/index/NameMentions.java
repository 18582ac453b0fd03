package org.curtail.cli.index;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the texts that mention each of many names. First all names are added, then all texts are
 * read, in the same order: text number i belongs to name number i.
 *
 * <p>A word is a run of letters, digits and underscores. A text mentions a name if the name's words
 * follow one another there, with the same case; characters between them do not matter. If several
 * names begin at a word, the longest one counts, and reading continues after it.
 *
 * <p>A name of one word needs two characters and an upper-case letter, since plain words and
 * numbers are frequent. An upper-case character does not count at the beginning of a text, line,
 * sentence or comment, where plain words have an upper-case letter too: after a line break, or
 * after white space that follows one of {@code . ! ? * /}. Names without words are never mentioned.
 *
 * <p>Texts of equal names count for each other. Not thread-safe.
 */
final class NameMentions {
  private static final int NO_NAME = -1;
  private static final String SENTENCE_ENDS = ".!?*/";

  /** Tree of words that follow each other in names; names are numbered by their first addition. */
  private static final class Node {
    private @Nullable Map<String, Node> next;
    private int name = NO_NAME;

    @Nullable Node after(String word) {
      return next == null ? null : next.get(word);
    }

    Node grown(String word) {
      if (next == null) {
        next = new HashMap<>(2);
      }
      return next.computeIfAbsent(word, w -> new Node());
    }
  }

  private final Node root = new Node();
  private int distinctNames;
  private int texts;
  private int textsRead;

  /** The number of a text's name, by number of the text. */
  private int[] nameOf = new int[1024];

  /** True for a text that mentions its own name, by number of the text. */
  private boolean[] mentionsItself = new boolean[0];

  /** The number of texts that mention a name, and the last of them, by number of the name. */
  private int[] mentions = new int[0];

  private int[] lastText = new int[0];

  /** Adds the name of the next text. */
  void addName(String name) {
    if (texts == nameOf.length) {
      nameOf = Arrays.copyOf(nameOf, 2 * texts);
    }
    nameOf[texts++] = numberOf(name);
  }

  private int numberOf(String name) {
    int count = 0;
    Node node = root;
    int characters = 0;
    boolean capital = false;
    int at = wordFrom(name, 0);
    while (at < name.length()) {
      int to = wordTo(name, at);
      String word = name.substring(at, to);
      capital = capital || word.chars().anyMatch(Character::isUpperCase);
      node = node.grown(word);
      characters += word.length();
      count++;
      at = wordFrom(name, to);
    }
    if (count == 0 || (count == 1 && !(capital && characters > 1))) {
      return NO_NAME;
    }
    if (node.name == NO_NAME) {
      node.name = distinctNames++;
    }
    return node.name;
  }

  /**
   * Reads the next text.
   *
   * @throws IllegalStateException if there are more texts than names
   */
  void readText(String text) {
    if (textsRead == 0) {
      mentionsItself = new boolean[texts];
      mentions = new int[distinctNames];
      lastText = new int[distinctNames];
      Arrays.fill(lastText, -1);
    }
    if (textsRead == texts) {
      throw new IllegalStateException("expected %,d texts, found more".formatted(texts));
    }
    int at = wordFrom(text, 0);
    while (at < text.length()) {
      int to = wordTo(text, at);
      Node first = root.after(text.substring(at, to));
      int end = first == null ? to : mention(text, at, to, first);
      at = wordFrom(text, end);
    }
    textsRead++;
  }

  /** Counts the longest name that begins with the word at {@code from}, and returns its end. */
  private int mention(String text, int from, int to, Node first) {
    int name = beginsSentence(text, from) ? NO_NAME : first.name;
    int end = to;
    int lastTo = to;
    Node node = first;
    while (node.next != null) {
      int at = wordFrom(text, lastTo);
      if (at == text.length()) {
        break;
      }
      lastTo = wordTo(text, at);
      node = node.after(text.substring(at, lastTo));
      if (node == null) {
        break;
      }
      if (node.name != NO_NAME) {
        name = node.name;
        end = lastTo;
      }
    }
    if (name != NO_NAME && lastText[name] != textsRead) {
      lastText[name] = textsRead;
      mentions[name]++;
      if (nameOf[textsRead] == name) {
        mentionsItself[textsRead] = true;
      }
    }
    return end;
  }

  private static boolean beginsSentence(String text, int from) {
    if (from == 0 || text.charAt(from - 1) == '\n') {
      return true;
    }
    int at = from - 1;
    while (at >= 0 && Character.isWhitespace(text.charAt(at))) {
      at--;
    }
    return at < 0 || (at < from - 1 && SENTENCE_ENDS.indexOf(text.charAt(at)) >= 0);
  }

  /**
   * Number of other texts that mention the name of a text.
   *
   * @throws IllegalStateException if not all texts were read
   */
  int of(int text) {
    if (textsRead != texts) {
      throw new IllegalStateException("expected %,d texts, found %,d".formatted(texts, textsRead));
    }
    int name = nameOf[text];
    return name == NO_NAME ? 0 : mentions[name] - (mentionsItself[text] ? 1 : 0);
  }

  int texts() {
    return texts;
  }

  private static int wordFrom(String text, int at) {
    int from = at;
    while (from < text.length() && !isOfWord(text.charAt(from))) {
      from++;
    }
    return from;
  }

  private static int wordTo(String text, int at) {
    int to = at;
    while (to < text.length() && isOfWord(text.charAt(to))) {
      to++;
    }
    return to;
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
