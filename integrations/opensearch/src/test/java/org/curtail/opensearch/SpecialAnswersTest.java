package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.curtail.opensearch.VectorsPlugin.NearestQueryBuilder;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.search.CreatePitAction;
import org.opensearch.action.search.CreatePitRequest;
import org.opensearch.action.search.DeletePitAction;
import org.opensearch.action.search.DeletePitRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchScrollRequest;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.PointInTimeBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.slice.SliceBuilder;
import org.opensearch.search.sort.SortOrder;

/**
 * In addition to {@link SameAnswersTest}: searches of several pages, and those with special
 * treatment by OpenSearch.
 */
@Timeout(1_800)
class SpecialAnswersTest {
  private static final String MODE = "search.concurrent_segment_search.mode";
  private static final TimeValue MINUTE = TimeValue.timeValueMinutes(1);
  private static final int MOST_PAGES = 6;
  private static final String SPARSE = "words-sparse";
  private static final String CACHED = "words-cached";

  private static final TestNode node = TestNode.shared();

  private interface ResponseSource {
    List<String> answers() throws IOException;
  }

  @BeforeAll
  static void create() {
    node.set("curtail.policy", "fixed-3");
    WordsIndex.create(node.client(), CACHED, 1, 0, false);
    node.setIndex(CACHED, "index.requests.cache.enable", "true");
    WordsIndex.create(node.client(), SPARSE, 1, 0, true);
    var deletions = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
    for (int id = 0; id < WordsIndex.DOCUMENTS; id++) {
      if (id % 100 != 0) {
        deletions.add(new DeleteRequest(SPARSE, Integer.toString(id)));
      }
    }
    node.client().bulk(deletions).actionGet();
  }

  @AfterEach
  void concurrent() {
    node.set(MODE, "all");
  }

  @AfterAll
  static void policy() {
    node.set("curtail.policy", "automatic");
  }

  private static void assertTheSame(ResponseSource asked) throws IOException {
    node.set("curtail.enabled", "false");
    List<String> plain = asked.answers();
    node.set("curtail.enabled", "true");
    assertThat(asked.answers()).isEqualTo(plain);
  }

  private static void inManyCases(long seed, Cases.Check check) {
    Cases.random(seed, Cases.count(6, 500), check);
  }

  /** The same, with some of them on the engine on one of these routes. */
  private static void onTheEngineInManyCases(long seed, List<Route> ways, Cases.Check check) {
    long before = on(ways);
    inManyCases(seed, check);
    assertThat(on(ways) - before).as("on the engine").isGreaterThan(Cases.count(6, 500) / 4);
  }

  private static long on(List<Route> ways) {
    var phases = node.figures().queryPhases();
    return ways.stream()
        .mapToLong(way -> requireNonNull(phases.get(way.name().toLowerCase(Locale.ROOT))))
        .sum();
  }

  private static SearchRequest of(String index, SearchSourceBuilder source) {
    return new SearchRequest(index).source(source);
  }

  private static String words(RandomGenerator random) {
    return WordsIndex.name(random.nextBoolean() ? 1 : 3);
  }

  /** The parts of a random request that allow paging. */
  private static SearchSourceBuilder paged(RandomGenerator random) {
    SearchSourceBuilder drawn = new RandomRequests(random).next();
    var source = new SearchSourceBuilder().query(drawn.query()).size(1 + random.nextInt(200));
    if (drawn.sorts() != null && drawn.collapse() == null) {
      drawn.sorts().forEach(source::sort);
    }
    if (drawn.aggregations() != null) {
      drawn.aggregations().getAggregatorFactories().forEach(source::aggregation);
    }
    return source;
  }

  private static String withoutScrollId(SearchResponse response) throws IOException {
    return Answers.text(response).replaceFirst("\"_scroll_id\":\"[^\"]*\"", "");
  }

  private static List<String> scrolled(SearchRequest request) throws IOException {
    var pages = new ArrayList<String>();
    SearchResponse page = node.client().search(request.scroll(MINUTE)).actionGet();
    pages.add(withoutScrollId(page));
    while (page.getHits().getHits().length > 0 && pages.size() < MOST_PAGES) {
      var next = new SearchScrollRequest(page.getScrollId()).scroll(MINUTE);
      page = node.client().searchScroll(next).actionGet();
      pages.add(withoutScrollId(page));
    }
    node.client().prepareClearScroll().addScrollId(page.getScrollId()).get();
    return pages;
  }

  @Test
  void pagesOfAScrollAre() {
    onTheEngineInManyCases(
        1,
        List.of(Route.SLICES),
        random -> {
          SearchSourceBuilder source = paged(random).trackTotalHits(true);
          if (random.nextInt(3) == 0) {
            source.slice(new SliceBuilder("_id", random.nextInt(2), 2));
          }
          SearchRequest request = of(words(random), source);
          assertTheSame(() -> scrolled(request));
        });
  }

  @Test
  void pagesOfAPointInTimeAre() {
    onTheEngineInManyCases(
        2,
        List.of(Route.WINDOWS, Route.SLICES),
        random -> {
          var open = new CreatePitRequest(MINUTE, false, words(random));
          String pit = node.client().execute(CreatePitAction.INSTANCE, open).actionGet().getId();
          SearchSourceBuilder source = paged(random).trackTotalHits(random.nextBoolean());
          if (source.sorts() == null) {
            source.sort("number", SortOrder.DESC);
          }
          source.pointInTimeBuilder(new PointInTimeBuilder(pit));
          try {
            assertTheSame(() -> pagedBy(source));
          } finally {
            node.client().execute(DeletePitAction.INSTANCE, new DeletePitRequest(pit)).actionGet();
          }
        });
  }

  private static List<String> pagedBy(SearchSourceBuilder first) throws IOException {
    var pages = new ArrayList<String>();
    SearchSourceBuilder source = first.shallowCopy();
    while (pages.size() < MOST_PAGES) {
      SearchResponse page = node.client().search(new SearchRequest().source(source)).actionGet();
      pages.add(Answers.text(page));
      SearchHit[] hits = page.getHits().getHits();
      if (hits.length == 0) {
        break;
      }
      source = first.shallowCopy().searchAfter(hits[hits.length - 1].getSortValues());
    }
    return pages;
  }

  @Test
  void soAreThoseWithFewLiveDocuments() {
    onTheEngineInManyCases(
        30,
        List.of(Route.SLICES),
        random -> {
          SearchRequest request = of(SPARSE, new RandomRequests(random).next());
          assertTheSame(() -> List.of(Answers.of(node.client(), request)));
        });
  }

  /** In any order of filling the cache. */
  @Test
  void soAreThoseOfWhichOpenSearchKeepsTheAnswers() {
    onTheEngineInManyCases(
        4,
        List.of(Route.WINDOWS, Route.SLICES),
        random -> {
          SearchSourceBuilder source = new RandomRequests(random).next();
          SearchRequest request =
              of(CACHED, random.nextBoolean() ? source.size(0) : source).requestCache(true);
          boolean isPluginFirst = random.nextBoolean();
          node.set("curtail.enabled", Boolean.toString(isPluginFirst));
          String first = Answers.of(node.client(), request);
          node.set("curtail.enabled", Boolean.toString(!isPluginFirst));
          assertThat(Answers.of(node.client(), request)).as("kept").isEqualTo(first);
          node.client().admin().indices().prepareClearCache(CACHED).get();
          assertThat(Answers.of(node.client(), request)).as("anew").isEqualTo(first);
        });
  }

  /** OpenSearch caches the matches of frequent filters. */
  @Test
  void soAreThoseWhoseFiltersItKeeps() {
    onTheEngineInManyCases(
        5,
        List.of(Route.WINDOWS),
        random -> {
          BoolQueryBuilder filtered =
              QueryBuilders.boolQuery()
                  .must(QueryBuilders.matchQuery("text", "w3 w" + (4 + random.nextInt(9))))
                  .filter(QueryBuilders.prefixQuery("text", "w" + (1 + random.nextInt(3))))
                  .filter(QueryBuilders.termsQuery("kind", List.of("k1", "k5")));
          SearchRequest request = of(CACHED, new SearchSourceBuilder().query(filtered));
          for (int again = 0; again < 5; again++) {
            assertTheSame(() -> List.of(Answers.of(node.client(), request)));
          }
        });
  }

  /** Several threads of OpenSearch may find different results; one thread does not. */
  @Test
  void soAreTheNearestNeighbours() {
    node.set(MODE, "none");
    onTheEngineInManyCases(
        6,
        List.of(Route.WINDOWS),
        random -> {
          var nearest = new NearestQueryBuilder(random.nextLong(), 1 + random.nextInt(100));
          var source = new SearchSourceBuilder().size(20).query(nearest);
          if (random.nextBoolean()) {
            String word = "w" + (2 + random.nextInt(5));
            source.query(
                QueryBuilders.boolQuery()
                    .should(nearest)
                    .should(QueryBuilders.matchQuery("text", word)));
          }
          SearchRequest request = of(words(random), source);
          assertThat(Answers.of(node.client(), request)).contains("_score");
          assertTheSame(() -> List.of(Answers.of(node.client(), request)));
        });
  }

  private static String withoutProfile(SearchResponse response) throws IOException {
    var answer = (ObjectNode) new ObjectMapper().readTree(Answers.text(response));
    answer.remove("profile");
    return answer.toString();
  }

  /**
   * The times differ, the hits do not. On several threads OpenSearch itself fails with an assertion
   * of its profiler.
   */
  @Test
  void soAreThoseThatAreProfiled() {
    node.set(MODE, "none");
    inManyCases(
        7,
        random -> {
          SearchRequest request =
              of(words(random), new RandomRequests(random).next().profile(true));
          assertTheSame(() -> {
            SearchResponse response = node.client().search(request).actionGet();
            assertThat(response.getProfileResults()).isNotEmpty();
            return List.of(withoutProfile(response));
          });
        });
    assertThat(requireNonNull(node.figures().queryPhases().get("profiled"))).isPositive();
  }
}
