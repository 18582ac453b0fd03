package org.curtail.cli.queries;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.documents.Passages;

/**
 * Makes a query log from documents. A query has one to six words that are near each other in some
 * document, about 2.8 on average, as in logs of web search. Most words are drawn with a preference
 * for rare ones, as in real queries. The rest are drawn by their frequency in the text, so that a
 * few queries take much longer than most.
 *
 * <p>The same documents and seed give the same queries. Reads the documents once, as a stream.
 *
 * @param queries number of queries
 * @param seed seed of all choices
 * @param passageWords greatest distance of a query's words from each other, in words
 * @param maxDocuments largest number of documents; 0 for all
 */
public record QueryMaker(int queries, long seed, int passageWords, long maxDocuments) {
  /** Shares of queries of one, two, ... words. */
  private static final double[] LENGTH_SHARES = {0.17, 0.30, 0.25, 0.15, 0.08, 0.05};

  /** Share of words drawn by their frequency in the text. */
  private static final double COMMON_SHARE = 0.25;

  private static final int SAMPLED_PASSAGES = 20_000;
  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final Pattern CASE_CHANGE = Pattern.compile("(?<=\\p{Ll})(?=\\p{Lu})");
  private static final Pattern WANTED = Pattern.compile("\\p{L}{2,24}");

  public QueryMaker {
    if (queries < 1) {
      throw new IllegalArgumentException("expected 1 or more queries, found " + queries);
    }
    Passages.check(passageWords);
    if (maxDocuments < 0) {
      throw new IllegalArgumentException("expected 0 or more documents, found " + maxDocuments);
    }
  }

  /**
   * Makes the queries.
   *
   * @throws org.curtail.benchkit.terminal.UsageError if the documents cannot be read
   * @throws IOException if the disk fails
   */
  public List<String> from(DocumentSource source) throws IOException {
    var random = new SplittableRandom(seed);
    List<List<String>> passages = sample(source, random);
    Map<String, Integer> passagesWith = new HashMap<>();
    for (List<String> words : passages) {
      words.forEach(word -> passagesWith.merge(word, 1, Integer::sum));
    }
    var made = new ArrayList<String>();
    while (made.size() < queries) {
      List<String> words = passages.get(random.nextInt(passages.size()));
      made.add(query(words, passagesWith, random));
    }
    return made;
  }

  /** Writes queries as lines {@code id<TAB>query}, ids from 1. */
  public static void write(List<String> queries, Writer writer) throws IOException {
    int id = 1;
    for (String query : queries) {
      writer.write(id++ + "\t" + query + "\n");
    }
  }

  /** Distinct words of passages, all equally probable (reservoir sampling). */
  private List<List<String>> sample(DocumentSource source, SplittableRandom random)
      throws IOException {
    var passages = new ArrayList<String>();
    long[] seen = {0, 0};
    source.read(document -> {
      for (String passage : Passages.of(document.body(), passageWords)) {
        seen[0]++;
        if (passages.size() < SAMPLED_PASSAGES) {
          passages.add(passage);
        } else {
          long place = random.nextLong(seen[0]);
          if (place < SAMPLED_PASSAGES) {
            passages.set((int) place, passage);
          }
        }
      }
      return ++seen[1] != maxDocuments;
    });
    List<List<String>> words =
        passages.stream().map(QueryMaker::words).filter(distinct -> !distinct.isEmpty()).toList();
    if (words.isEmpty()) {
      throw new UsageError(
          source.paths().getFirst() + ": expected text to make queries of, found no words");
    }
    return words;
  }

  private static List<String> words(String passage) {
    Set<String> words = new LinkedHashSet<>();
    NO_WORD
        .splitAsStream(passage)
        .flatMap(CASE_CHANGE::splitAsStream)
        .map(part -> part.toLowerCase(Locale.ROOT))
        .filter(WANTED.asMatchPredicate())
        .filter(word -> !EnglishAnalyzer.ENGLISH_STOP_WORDS_SET.contains(word))
        .forEach(words::add);
    return List.copyOf(words);
  }

  private static String query(
      List<String> words, Map<String, Integer> passagesWith, SplittableRandom random) {
    int length = Math.min(length(random), words.size());
    var left = new ArrayList<>(words);
    var chosen = new ArrayList<String>();
    while (chosen.size() < length) {
      chosen.add(left.remove(draw(left, passagesWith, random)));
    }
    Collections.sort(chosen, (a, b) -> Integer.compare(words.indexOf(a), words.indexOf(b)));
    return String.join(" ", chosen);
  }

  private static int draw(
      List<String> words, Map<String, Integer> passagesWith, SplittableRandom random) {
    if (random.nextDouble() < COMMON_SHARE) {
      return random.nextInt(words.size());
    }
    double total = 0;
    for (String word : words) {
      total += weight(word, passagesWith);
    }
    double rest = random.nextDouble() * total;
    for (int i = 0; i < words.size(); i++) {
      rest -= weight(words.get(i), passagesWith);
      if (rest < 0) {
        return i;
      }
    }
    return words.size() - 1;
  }

  private static double weight(String word, Map<String, Integer> passagesWith) {
    return 1.0 / passagesWith.getOrDefault(word, 1);
  }

  private static int length(SplittableRandom random) {
    double rest = random.nextDouble();
    for (int i = 0; i < LENGTH_SHARES.length; i++) {
      rest -= LENGTH_SHARES[i];
      if (rest < 0) {
        return i + 1;
      }
    }
    return LENGTH_SHARES.length;
  }
}
