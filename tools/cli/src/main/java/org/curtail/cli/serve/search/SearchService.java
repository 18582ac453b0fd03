package org.curtail.cli.serve.search;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.querylog.QueryParsing;
import org.curtail.cli.querylog.QuerySyntax;
import org.curtail.cli.ranking.Ranking;
import org.curtail.policies.Policies;
import org.curtail.runtime.OverloadedException;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;

/**
 * Searches of an index by an engine that can be replaced while it serves. Safe for several threads.
 */
public final class SearchService implements AutoCloseable {
  /** As in {@code IndexSearcher.search(Query, int)}. */
  private static final int TOTAL_HITS_THRESHOLD = 1000;

  private static final int LONGEST_FIELD = 1000;

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final LiveIndex index;
  private final QueryParsing parsing;
  private final QuerySyntax usualSyntax;
  private final Ranking ranking;
  private volatile Policies.Ingredients inputs;
  private final List<RequestListener> listeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<ServingEngine>> watchers = new ArrayList<>();

  /** What automatic knew when it was replaced, by its cores. */
  private final Map<Cores, String> known = new HashMap<>();

  private volatile ServingEngine engine;

  /**
   * Meaning of queries and inputs of policies.
   *
   * @param parsing of queries
   * @param syntax of queries that name none
   * @param ranking of matches
   * @param inputs profile and table of policies
   */
  public record Setting(
      QueryParsing parsing, QuerySyntax syntax, Ranking ranking, Policies.Ingredients inputs) {}

  /** Cores that knowledge of automatic is about: times differ on emulated ones. */
  private record Cores(int count, boolean isEmulated) {
    static Cores of(EngineSetting setting) {
      return new Cores(setting.cores(), setting.isEmulated());
    }
  }

  private SearchService(LiveIndex index, Setting setting, ServingEngine engine) {
    this.index = index;
    parsing = setting.parsing();
    usualSyntax = setting.syntax();
    ranking = setting.ranking();
    inputs = setting.inputs();
    this.engine = engine;
  }

  /**
   * Starts a service.
   *
   * @param index which the service closes in the end, but not if this method throws
   * @param first engine
   * @param knowledge with which automatic begins
   * @throws IllegalArgumentException if the policy cannot serve
   */
  public static SearchService start(
      OpenIndex index, Setting setting, EngineSetting first, Optional<String> knowledge)
      throws IOException {
    ServingEngine.check(first, setting.inputs());
    return new SearchService(
        new LiveIndex(index, setting.ranking()),
        setting,
        ServingEngine.start(first, setting.inputs(), knowledge, List.of()));
  }

  /**
   * A submitted search.
   *
   * @param ticket of its result
   * @param engine that serves it
   */
  public record Searching(Ticket<Found> ticket, ServingEngine engine) {}

  /**
   * Submits a search.
   *
   * @throws QueryParsing.Unparsable if the text is no query
   * @throws OverloadedException if too many requests wait
   * @throws RejectedExecutionException if the service is closed
   * @throws IOException if the index cannot be read
   */
  public Searching submit(SearchRequest request) throws QueryParsing.Unparsable, IOException {
    Query query = parsing.parse(request.text(), request.syntax().orElse(usualSyntax));
    LiveIndex.State state = index.acquire();
    boolean isSubmitted = false;
    try {
      Query ranked = ranking.apply(query, state.reader());
      RequestOptions options = RequestOptions.NONE.within(request.timeout());
      while (true) {
        ServingEngine serving = engine;
        try {
          Ticket<Found> ticket = serving.submit(work(serving, state, ranked, request), options);
          isSubmitted = true;
          ticket.completion().whenComplete((found, failure) -> index.release(state));
          return new Searching(ticket, serving);
        } catch (OverloadedException e) {
          throw e;
        } catch (RejectedExecutionException e) {
          // The engine was replaced meanwhile.
          if (serving == engine) {
            throw e;
          }
        }
      }
    } finally {
      if (!isSubmitted) {
        index.release(state);
      }
    }
  }

  private static SharedWork<?, Found> work(
      ServingEngine serving, LiveIndex.State state, Query query, SearchRequest request) {
    int topHits = Math.min(request.topHits(), Math.max(1, state.reader().maxDoc()));
    return (serving.isPredicted() ? state.predicted() : state.search())
        .work(query, new TopScoreDocCollectorManager(topHits, null, TOTAL_HITS_THRESHOLD))
        .map(top -> found(top, state));
  }

  private static Found found(TopDocs top, LiveIndex.State state) {
    try {
      StoredFields stored = state.reader().storedFields();
      var hits = new ArrayList<Hit>(top.scoreDocs.length);
      for (ScoreDoc each : top.scoreDocs) {
        hits.add(new Hit(each.doc, each.score, texts(stored.document(each.doc))));
      }
      return new Found(
          top.totalHits.value(), top.totalHits.relation() != TotalHits.Relation.EQUAL_TO, hits);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Map<String, String> texts(Document document) {
    var texts = new LinkedHashMap<String, String>();
    for (IndexableField field : document) {
      String text = field.stringValue();
      if (text != null) {
        texts.putIfAbsent(
            field.name(),
            text.length() <= LONGEST_FIELD ? text : text.substring(0, LONGEST_FIELD) + "...");
      }
    }
    return texts;
  }

  /** The engine in force. */
  public ServingEngine engine() {
    return engine;
  }

  /** Profile and table for policies of engines that come. */
  public Policies.Ingredients inputs() {
    return inputs;
  }

  /** Replaces the profile and the table for engines that come. */
  public void inputs(Policies.Ingredients known) {
    inputs = known;
  }

  /** Number of documents of the index. */
  public int documents() {
    return index.documents();
  }

  /** Adds a listener to the engine in force and to all that replace it. */
  public synchronized void addListener(RequestListener listener) {
    listeners.add(listener);
    engine.curtail().addListener(listener);
  }

  /** Removes this very listener. */
  public synchronized void removeListener(RequestListener listener) {
    listeners.remove(listener);
    engine.curtail().removeListener(listener);
  }

  /** Gives the engine in force, and every later one when it takes over. */
  public synchronized void onEngine(Consumer<ServingEngine> watcher) {
    watchers.add(watcher);
    watcher.accept(engine);
  }

  /**
   * Replaces the engine. Requests of the former one end there. If automatic comes back on the same
   * cores, it knows what it knew.
   *
   * @throws IllegalArgumentException if the policy cannot serve; the present engine goes on
   */
  public synchronized void change(EngineSetting next) {
    ServingEngine before = engine;
    before.knowledge().ifPresent(text -> known.put(Cores.of(before.setting()), text));
    ServingEngine after =
        ServingEngine.start(
            next, inputs, Optional.ofNullable(known.get(Cores.of(next))), listeners);
    engine = after;
    watchers.forEach(watcher -> watcher.accept(after));
    Thread.ofPlatform().daemon().name("serve-former-engine").start(() -> before.close(GRACE));
  }

  /**
   * Opens a newer state of the index if there is one.
   *
   * @return true if there was one
   * @throws IOException if it cannot be read; the present state goes on
   */
  public boolean refresh() throws IOException {
    return index.refresh();
  }

  /** The knowledge of automatic, as {@code curtail-automatic/1}; empty if there is none. */
  public Optional<String> knowledge() {
    return engine.knowledge();
  }

  /** Refuses new requests, waits for the others, and closes the index. */
  @Override
  public void close() throws IOException {
    engine.close(GRACE);
    index.close();
  }
}
