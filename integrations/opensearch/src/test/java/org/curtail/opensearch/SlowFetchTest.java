package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.search.ClearScrollRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.tasks.Task;

/** Slow log lines of documents fetched after the query's response. */
@Timeout(300)
class SlowFetchTest {
  private static final Pattern OF_FETCH =
      Pattern.compile(
          "\\[words-3]\\[[0-2]] took\\[(.*)], main_cause\\[fetch], fetch\\[\\1], id\\[mine]");
  private static final TestNode node = TestNode.shared();

  private final Lines lines = new Lines();
  private final Level before = log().getLevel();

  private static final class Lines extends AbstractAppender {
    private final Set<String> all = Collections.synchronizedSet(new LinkedHashSet<>());

    Lines() {
      super("lines", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      all.add(event.getMessage().getFormattedMessage());
    }

    List<String> mine() {
      synchronized (all) {
        return all.stream().filter(line -> line.endsWith("id[mine]")).toList();
      }
    }

    long ofFetch() {
      return mine().stream().filter(line -> OF_FETCH.matcher(line).matches()).count();
    }
  }

  private static Logger log() {
    return (Logger) LogManager.getLogger(SlowLog.class);
  }

  @BeforeEach
  void listen() {
    lines.start();
    Configurator.setLevel(log(), Level.WARN);
    log().addAppender(lines);
    node.set("curtail.slowlog.threshold", "0ms");
  }

  @AfterEach
  void listenNoMore() {
    node.set("curtail.slowlog.threshold", "-1");
    log().removeAppender(lines);
    Configurator.setLevel(log(), before);
    lines.stop();
  }

  private static void search(int shards) {
    searched(
        new SearchRequest(WordsIndex.name(shards))
            .source(
                new SearchSourceBuilder()
                    .query(QueryBuilders.matchAllQuery())
                    // More hits than in one shard.
                    .size(WordsIndex.DOCUMENTS)));
  }

  private static SearchResponse searched(SearchRequest request) {
    ThreadContext context = node.threadContext();
    ThreadContext.StoredContext without = context.stashContext();
    try {
      context.putHeader(Task.X_OPAQUE_ID, "mine");
      return node.client().search(request).actionGet();
    } finally {
      without.restore();
    }
  }

  @Test
  void ofASearchOfSeveralShardsEachFetchHasALineOfItsOwn() {
    search(3);
    Eventually.is("all is told", () -> lines.mine().size() == 6);
    assertThat(lines.ofFetch()).isEqualTo(3);
  }

  /** Later pages bypass the interceptor, so their queries are not logged. */
  @Test
  void ofAScrollNoFetchHasALine() {
    SearchResponse first =
        searched(new SearchRequest(WordsIndex.name(3)).scroll(TimeValue.timeValueMinutes(1)));
    var clear = new ClearScrollRequest();
    clear.addScrollId(first.getScrollId());
    node.client().clearScroll(clear).actionGet();
    assertThat(first.getHits().getHits()).isNotEmpty();
    assertThat(lines.ofFetch()).isZero();
  }

  @Test
  void ofASearchOfOneShardTheFetchIsAPartOfTheQuery() {
    search(1);
    Eventually.is("all is told", () -> !lines.mine().isEmpty());
    assertThat(lines.mine()).singleElement().asString().contains("admission[", "fetch[");
  }
}
