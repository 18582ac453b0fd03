package org.curtail.lucene;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.lucene.SameResultsPropertyTest.assertSame;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.grouping.GroupingSearch;
import org.apache.lucene.search.grouping.TopGroups;
import org.apache.lucene.search.join.BitSetProducer;
import org.apache.lucene.search.join.JoinUtil;
import org.apache.lucene.search.join.QueryBitSetProducer;
import org.apache.lucene.search.join.ScoreMode;
import org.apache.lucene.search.join.ToChildBlockJoinQuery;
import org.apache.lucene.search.join.ToParentBlockJoinQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.curtail.lucene.ranked.BruteForce;
import org.curtail.lucene.ranked.RankedSearcher;
import org.curtail.lucene.ranked.RankedSettings;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Joins, whose documents come in blocks that windows cut; one of the queries refuses a second
 * scorer for a leaf. Groups, too. Reference: plain Lucene.
 */
@Timeout(300)
class JoinModuleTest {
  private static final int BLOCKS = 3_000;
  private static final Query IS_PARENT = new TermQuery(new Term("kind", "parent"));
  private static final BitSetProducer PARENTS = new QueryBitSetProducer(IS_PARENT);

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void joinsFindWhatTheyFindByPlainLucene(int segments) throws Exception {
    var random = new Random(segments);
    try (DirectoryReader reader = index(segments, 100, random);
        Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      var plain = new IndexSearcher(reader);
      var ranked =
          new RankedSearcher(new IndexSearcher(reader), curtail, RankedSettings.defaults());
      for (int windowDocs : new int[] {37, 1024}) {
        var curtailed =
            new CurtailSearcher(reader, curtail, LeafSplitting.KNOWN_COLLECTORS, windowDocs);
        for (int i = 0; i < Cases.count(3, 10); i++) {
          for (Query query : queries(plain, random)) {
            String label = "segments %d, windows of %d: %s".formatted(segments, windowDocs, query);
            assertSame(plain.search(query, 20), curtailed.search(query, 20), label);
            assertSame(plain.search(query, byNumber()), curtailed.search(query, byNumber()), label);
            assertThat(BruteForce.texts(ranked.search(query, 20).top()))
                .as(label)
                .isEqualTo(BruteForce.texts(plain.search(query, 20)));
          }
        }
      }
    }
  }

  private static TopFieldCollectorManager byNumber() {
    return new TopFieldCollectorManager(
        new Sort(new SortField("n", SortField.Type.LONG), SortField.FIELD_SCORE),
        20,
        null,
        Integer.MAX_VALUE);
  }

  private static List<Query> queries(IndexSearcher searcher, Random random) throws Exception {
    Query child = text(random);
    Query parent = new TermQuery(new Term("city", "c" + random.nextInt(3)));
    var all = new ArrayList<Query>();
    for (ScoreMode mode : ScoreMode.values()) {
      all.add(new ToParentBlockJoinQuery(child, PARENTS, mode));
    }
    all.add(new ToChildBlockJoinQuery(parent, PARENTS));
    all.add(JoinUtil.createJoinQuery("joined", false, "id", child, searcher, ScoreMode.Max));
    Optional<Query> children = parentsChildren(parent, child, 1 + random.nextInt(4));
    children.ifPresent(query -> {
      all.add(query);
      all.add(
          new BooleanQuery.Builder()
              .add(query, Occur.MUST)
              .add(text(random), Occur.SHOULD)
              .build());
    });
    return all;
  }

  /**
   * One document matches on the wrong side; plain Lucene names it and finds nothing. None is
   * deleted: it depends on the number of nearby matches if a disjunction looks at a deleted
   * document.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void aMistakeInAJoinIsFoundAsByPlainLucene(int segments) throws Exception {
    var random = new Random(segments);
    try (DirectoryReader reader = index(segments, 0, random);
        Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      var plain = new IndexSearcher(reader);
      int found = 0;
      for (int i = 0; i < Cases.count(200, 8000); i++) {
        int windowDocs = List.of(37, 200, 1024).get(random.nextInt(3));
        var curtailed =
            new CurtailSearcher(reader, curtail, LeafSplitting.KNOWN_COLLECTORS, windowDocs);
        Query query = mistaken(random);
        String label =
            "segments %d, case %d, windows of %d: %s".formatted(segments, i, windowDocs, query);
        int top = 1 + random.nextInt(20);
        boolean byNumber = random.nextBoolean();
        Optional<String> expected = mistake(() -> search(plain, query, top, byNumber));
        assertThat(mistake(() -> search(curtailed, query, top, byNumber)))
            .as(label)
            .isEqualTo(expected);
        found += expected.isPresent() ? 1 : 0;
      }
      assertThat(found).isPositive();
    }
  }

  private static TopDocs search(IndexSearcher searcher, Query query, int top, boolean byNumber)
      throws IOException {
    // All matches are scored: otherwise a document that cannot be among the top may be skipped.
    return byNumber
        ? searcher.search(query, byNumber())
        : searcher.search(query, new TopScoreDocCollectorManager(top, null, Integer.MAX_VALUE));
  }

  private static Optional<String> mistake(Callable<TopDocs> search) throws Exception {
    try {
      search.call();
      return Optional.empty();
    } catch (IllegalStateException e) {
      return Optional.of(requireNonNull(e.getMessage()).replaceAll("[0-9]+", "N"));
    }
  }

  private static Query mistaken(Random random) {
    Query anyParent = new TermQuery(new Term("id", "b" + random.nextInt(BLOCKS)));
    Query anyChild = new TermQuery(new Term("child", "k" + random.nextInt(3 * BLOCKS)));
    Query city = new TermQuery(new Term("city", "c" + random.nextInt(3)));
    Query some =
        random.nextBoolean() ? city : new TermQuery(new Term("id", "b" + random.nextInt(BLOCKS)));
    Query children =
        random.nextBoolean()
            ? text(random)
            : new TermQuery(new Term("child", "k" + random.nextInt(3 * BLOCKS)));
    Query query =
        random.nextBoolean()
            ? new ToChildBlockJoinQuery(either(some, anyChild), PARENTS)
            : new ToParentBlockJoinQuery(
                either(children, anyParent),
                PARENTS,
                List.of(ScoreMode.values()).get(random.nextInt(ScoreMode.values().length)));
    return switch (random.nextInt(4)) {
      case 0 -> new ConstantScoreQuery(query);
      case 1 -> either(query, text(random));
      default -> query;
    };
  }

  private static Query either(Query one, Query other) {
    return new BooleanQuery.Builder().add(one, Occur.SHOULD).add(other, Occur.SHOULD).build();
  }

  /** Empty in older versions of Lucene. */
  private static Optional<Query> parentsChildren(Query parent, Query child, int mostPerParent)
      throws ReflectiveOperationException {
    try {
      return Optional.of(
          Class.forName("org.apache.lucene.search.join.ParentsChildrenBlockJoinQuery")
              .asSubclass(Query.class)
              .getConstructor(BitSetProducer.class, Query.class, Query.class, int.class)
              .newInstance(PARENTS, parent, child, mostPerParent));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void groupsAreThoseOfPlainLucene(int segments) throws Exception {
    var random = new Random(segments);
    try (DirectoryReader reader = index(segments, 100, random);
        Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      var curtailed = new CurtailSearcher(reader, curtail, LeafSplitting.KNOWN_COLLECTORS, 64);
      for (int i = 0; i < Cases.count(3, 10); i++) {
        Query query = text(random);
        assertThat(groups(curtailed, query)).isEqualTo(groups(new IndexSearcher(reader), query));
      }
    }
  }

  private static List<String> groups(IndexSearcher searcher, Query query) throws IOException {
    var grouping = new GroupingSearch("group");
    grouping.setAllGroups(true);
    grouping.setGroupDocsLimit(3);
    TopGroups<BytesRef> found = grouping.search(searcher, query, 0, 5);
    var groups = new ArrayList<String>();
    groups.add(found.totalGroupCount + " " + found.totalHitCount);
    for (var group : found.groups) {
      groups.add(group.groupValue().utf8ToString() + " " + group.totalHits());
      for (var hit : group.scoreDocs()) {
        groups.add(hit.doc + " " + hit.score);
      }
    }
    return groups;
  }

  private static Query text(Random random) {
    return new TermQuery(new Term("text", "w" + random.nextInt(5)));
  }

  private static DirectoryReader index(int segments, int deleted, Random random)
      throws IOException {
    var directory = new ByteBuffersDirectory();
    var settings = new IndexWriterConfig(new StandardAnalyzer());
    settings.setMergePolicy(NoMergePolicy.INSTANCE);
    try (var writer = new IndexWriter(directory, settings)) {
      for (int block = 0; block < BLOCKS; block++) {
        var documents = new ArrayList<Document>();
        int children = random.nextInt(8);
        for (int i = 0; i < children; i++) {
          var child = new Document();
          child.add(new StringField("kind", "child", Field.Store.NO));
          child.add(new StringField("child", "k" + (3 * block + i), Field.Store.NO));
          child.add(words(random));
          number(child, random);
          child.add(new SortedDocValuesField("joined", new BytesRef("b" + random.nextInt(BLOCKS))));
          child.add(new SortedDocValuesField("group", new BytesRef("g" + random.nextInt(9))));
          documents.add(child);
        }
        var parent = new Document();
        parent.add(new StringField("kind", "parent", Field.Store.NO));
        parent.add(new StringField("id", "b" + block, Field.Store.NO));
        parent.add(new StringField("city", "c" + random.nextInt(3), Field.Store.NO));
        number(parent, random);
        documents.add(parent);
        writer.addDocuments(documents);
        if ((block + 1) % (BLOCKS / segments) == 0) {
          writer.commit();
        }
      }
      for (int i = 0; i < deleted; i++) {
        writer.deleteDocuments(new Term("id", "b" + random.nextInt(BLOCKS)));
      }
    }
    return DirectoryReader.open(directory);
  }

  private static TextField words(Random random) {
    var text = new StringBuilder();
    for (int word = random.nextInt(6); word >= 0; word--) {
      text.append('w').append(random.nextInt(5)).append(' ');
    }
    return new TextField("text", text.toString(), Field.Store.NO);
  }

  private static void number(Document document, Random random) {
    document.add(new NumericDocValuesField("n", random.nextInt(1000)));
  }
}
