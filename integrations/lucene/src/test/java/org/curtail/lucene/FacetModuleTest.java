package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.facet.DrillDownQuery;
import org.apache.lucene.facet.DrillSideways;
import org.apache.lucene.facet.FacetResult;
import org.apache.lucene.facet.Facets;
import org.apache.lucene.facet.FacetsCollectorManager;
import org.apache.lucene.facet.FacetsConfig;
import org.apache.lucene.facet.sortedset.DefaultSortedSetDocValuesReaderState;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetCounts;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetField;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesReaderState;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.Policy;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lucene's facets, whose drill-sideways scorer takes whole leaves only. Reference: plain Lucene.
 */
@Timeout(300)
class FacetModuleTest {
  private static final int DOCUMENTS = 5_000;
  private static final Sort BY_NUMBER = new Sort(new SortField("n", SortField.Type.INT));

  private final FacetsConfig config = new FacetsConfig();

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void drillSidewaysFindsTheSameAsPlainLucene(int segments) throws Exception {
    var random = new Random(segments);
    try (DirectoryReader reader = index(segments, random)) {
      var state = new DefaultSortedSetDocValuesReaderState(reader, config);
      for (Policy policy : List.of(new Sequential(), new FixedDegree(2))) {
        try (Curtail curtail = Curtail.with(policy).cores(2).start()) {
          var curtailed = new CurtailSearcher(reader, curtail);
          assertThat(Window.split(reader.leaves(), Window.docsFor(reader.maxDoc())))
              .hasSizeGreaterThan(segments);
          for (int i = 0; i < 20; i++) {
            compare(new IndexSearcher(reader), curtailed, state, random);
          }
        }
      }
    }
  }

  private void compare(
      IndexSearcher plain,
      CurtailSearcher curtailed,
      SortedSetDocValuesReaderState state,
      Random random)
      throws IOException {
    var drillDown =
        new DrillDownQuery(config, new TermQuery(new Term("text", "w" + random.nextInt(4))));
    drillDown.add("colour", "c" + random.nextInt(5));
    if (random.nextBoolean()) {
      drillDown.add("size", "s" + random.nextInt(3));
    }
    for (boolean withScores : new boolean[] {false, true}) {
      assertThat(sideways(curtailed, state, drillDown, withScores))
          .as("%s, scores: %s", drillDown, withScores)
          .isEqualTo(sideways(plain, state, drillDown, withScores));
    }
    var byScore = new DrillSideways(plain, config, state).search(drillDown, 10);
    assertThat(
            SameResultsPropertyTest.hits(
                new DrillSideways(curtailed, config, state).search(drillDown, 10).hits))
        .isEqualTo(SameResultsPropertyTest.hits(byScore.hits));
    assertThat(counted(curtailed, state, drillDown)).isEqualTo(counted(plain, state, drillDown));
  }

  /** Top hits by field and the counts of all dimensions, the drilled one included. */
  private List<Object> sideways(
      IndexSearcher searcher,
      SortedSetDocValuesReaderState state,
      DrillDownQuery query,
      boolean withScores)
      throws IOException {
    var sideways = new DrillSideways(searcher, config, state);
    var found = sideways.search(query, null, null, 10, BY_NUMBER, withScores);
    var all = new ArrayList<Object>(SameResultsPropertyTest.hits(found.hits));
    all.add(found.hits.totalHits.toString());
    all.addAll(counts(found.facets));
    return all;
  }

  private static List<Object> counted(
      IndexSearcher searcher, SortedSetDocValuesReaderState state, Query query) throws IOException {
    return counts(
        new SortedSetDocValuesFacetCounts(
            state, searcher.search(query, new FacetsCollectorManager())));
  }

  private static List<Object> counts(Facets facets) throws IOException {
    var counts = new ArrayList<Object>();
    for (String dimension : List.of("colour", "size")) {
      FacetResult result = facets.getTopChildren(10, dimension);
      counts.add(result == null ? "none of " + dimension : result.toString());
    }
    return counts;
  }

  private DirectoryReader index(int segments, Random random) throws IOException {
    var directory = new ByteBuffersDirectory();
    var settings = new IndexWriterConfig(new StandardAnalyzer());
    settings.setMergePolicy(NoMergePolicy.INSTANCE);
    try (var writer = new IndexWriter(directory, settings)) {
      for (int doc = 0; doc < DOCUMENTS; doc++) {
        var document = new Document();
        document.add(new TextField("text", "w" + random.nextInt(4) + " w0", Field.Store.NO));
        document.add(new NumericDocValuesField("n", random.nextInt()));
        document.add(new SortedSetDocValuesFacetField("colour", "c" + random.nextInt(5)));
        document.add(new SortedSetDocValuesFacetField("size", "s" + random.nextInt(3)));
        writer.addDocument(config.build(document));
        if ((doc + 1) % (DOCUMENTS / segments) == 0) {
          writer.commit();
        }
      }
      writer.deleteDocuments(new Term("text", "w3"));
    }
    return DirectoryReader.open(directory);
  }
}
