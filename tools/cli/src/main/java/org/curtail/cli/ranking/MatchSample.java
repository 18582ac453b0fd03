package org.curtail.cli.ranking;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.curtail.cli.lucene.TextFields;
import org.jspecify.annotations.Nullable;

/** Features of matches of two-word queries, drawn from the largest segment of an index. */
final class MatchSample {
  private static final int TERMS = 48;
  private static final int MATCHES_PER_QUERY = 64;

  /** Limit of terms; reading a dictionary takes about 0.1 us a term. */
  private static final int MOST_TERMS_READ = 2_000_000;

  private final IndexSearcher searcher;
  private final LeafReaderContext segment;
  private final SplittableRandom random;

  private MatchSample(IndexReader reader, LeafReaderContext segment, long seed) {
    searcher = new IndexSearcher(reader);
    this.segment = segment;
    random = new SplittableRandom(seed);
  }

  /** A row for each match; empty if the index has no text. */
  static List<float[]> of(IndexReader reader, List<Feature> features, long seed)
      throws IOException {
    LeafReaderContext largest =
        reader.leaves().stream()
            .max(Comparator.comparingInt(leaf -> leaf.reader().maxDoc()))
            .orElse(null);
    return largest == null ? List.of() : new MatchSample(reader, largest, seed).rows(features);
  }

  private List<float[]> rows(List<Feature> features) throws IOException {
    var rows = new ArrayList<float[]>();
    List<Term> terms = new ArrayList<>();
    String field = wordiestField();
    if (field != null) {
      terms.addAll(terms(field));
    }
    for (int i = 0; i < terms.size(); i++) {
      Query query =
          new BooleanQuery.Builder()
              .add(new TermQuery(terms.get(i)), Occur.SHOULD)
              .add(new TermQuery(terms.get((i + 1) % terms.size())), Occur.SHOULD)
              .build();
      addMatches(query, features, rows);
    }
    return rows;
  }

  private @Nullable String wordiestField() throws IOException {
    String wordiest = null;
    long mostPostings = 0;
    for (String field : TextFields.of(searcher.getIndexReader())) {
      Terms terms = segment.reader().terms(field);
      if (terms != null && terms.getSumDocFreq() > mostPostings) {
        wordiest = field;
        mostPostings = terms.getSumDocFreq();
      }
    }
    return wordiest;
  }

  private record Drawn(double key, Term term) {}

  /**
   * Draws terms without replacement, weighted by the square root of their document frequency. So
   * neither the many terms of single documents nor the few of most documents dominate. The greatest
   * keys {@code u^(1/weight)} with random u make such a draw (Efraimidis and Spirakis 2006).
   */
  private List<Term> terms(String field) throws IOException {
    var greatest = new PriorityQueue<Drawn>(Comparator.comparingDouble(Drawn::key));
    Terms all = segment.reader().terms(field);
    TermsEnum each = all == null ? TermsEnum.EMPTY : all.iterator();
    BytesRef bytes = each.next();
    for (int read = 0; bytes != null && read < MOST_TERMS_READ; read++) {
      double key = Math.log(random.nextDouble()) / Math.sqrt(each.docFreq());
      if (greatest.size() < TERMS || key > greatest.element().key()) {
        greatest.add(new Drawn(key, new Term(field, BytesRef.deepCopyOf(bytes))));
        if (greatest.size() > TERMS) {
          greatest.remove();
        }
      }
      bytes = each.next();
    }
    return greatest.stream()
        .sorted(Comparator.comparingDouble(Drawn::key))
        .map(Drawn::term)
        .toList();
  }

  private void addMatches(Query query, List<Feature> features, List<float[]> rows)
      throws IOException {
    Scorer scorer =
        searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE, 1).scorer(segment);
    if (scorer == null) {
      return;
    }
    var reader = new FeatureReader(features, segment.reader());
    int[] targets = new int[MATCHES_PER_QUERY];
    Arrays.setAll(targets, i -> random.nextInt(segment.reader().maxDoc()));
    Arrays.sort(targets);
    DocIdSetIterator matches = scorer.iterator();
    for (int target : targets) {
      int document = target > matches.docID() ? matches.advance(target) : matches.docID();
      if (document == DocIdSetIterator.NO_MORE_DOCS) {
        break;
      }
      rows.add(reader.read(document, scorer.score()).clone());
    }
  }
}
