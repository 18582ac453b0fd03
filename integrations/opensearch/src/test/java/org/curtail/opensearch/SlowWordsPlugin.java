package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.indices.SystemIndexDescriptor;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.plugins.SystemIndexPlugin;

/**
 * A query that matches everything: it takes a millisecond per document, or, if it has a name, ends
 * when a test permits it. One name searches within its search, as soon as four do so. With another
 * name, the engine's threads compute for a millisecond per document, and any other thread is held.
 * A last one computes for ten milliseconds per document until it is told to hurry.
 */
public final class SlowWordsPlugin extends Plugin implements SearchPlugin, SystemIndexPlugin {
  /** A system index of OpenSearch. */
  static final String SYSTEM_INDEX = ".words-of-the-system";

  /** Names of begun queries, in that order. */
  static final Queue<String> BEGUN = new ConcurrentLinkedQueue<>();

  /** Names of threads that reached a document of a named query. */
  static final Set<String> THREADS = ConcurrentHashMap.newKeySet();

  /** Values of {@link #HEADER} that these threads saw. */
  static final Set<String> HEADERS = ConcurrentHashMap.newKeySet();

  static final String HEADER = "X-Words";

  /** Name of queries that search within their search. */
  static final String SEARCHES_WITHIN = "searches within";

  /** Name of queries whose helper threads compute. */
  static final String HELPERS_COMPUTE = "helpers compute";

  /** Name of queries that take long until they are told to hurry. */
  static final String UNTIL_TOLD = "until told";

  static final AtomicBoolean HURRY = new AtomicBoolean();

  /** One party for each place of the node. */
  private static final CyclicBarrier ALL_PLACES = new CyclicBarrier(AdmissionTest.PLACES);

  /** Each permit lets one begun query continue. */
  static final Semaphore MAY_GO_ON = new Semaphore(0);

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        new QuerySpec<>(
            SlowQueryBuilder.KIND, SlowQueryBuilder::new, parser -> new SlowQueryBuilder("")));
  }

  @Override
  public Collection<SystemIndexDescriptor> getSystemIndexDescriptors(Settings settings) {
    return List.of(new SystemIndexDescriptor(SYSTEM_INDEX, "of tests"));
  }

  static final class SlowQueryBuilder extends AbstractQueryBuilder<SlowQueryBuilder> {
    private static final String KIND = "slow";

    private final String name;

    SlowQueryBuilder(String name) {
      this.name = name;
    }

    private SlowQueryBuilder(StreamInput in) throws IOException {
      super(in);
      name = in.readString();
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
      out.writeString(name);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject(KIND).endObject();
    }

    @Override
    protected Query doToQuery(QueryShardContext context) {
      ThreadContext headers = context.getClient().threadPool().getThreadContext();
      return new SlowQuery(name, new AtomicBoolean(), headers);
    }

    @Override
    protected boolean doEquals(SlowQueryBuilder other) {
      return name.equals(other.name);
    }

    @Override
    protected int doHashCode() {
      return name.hashCode();
    }

    @Override
    public String getWriteableName() {
      return KIND;
    }
  }

  private static final class SlowQuery extends Query {
    private final String name;

    /** Shared by the whole search of a shard. */
    private final AtomicBoolean hasBegun;

    private final ThreadContext headers;

    private SlowQuery(String name, AtomicBoolean hasBegun, ThreadContext headers) {
      this.name = name;
      this.hasBegun = hasBegun;
      this.headers = headers;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
        throws IOException {
      if (name.equals(SEARCHES_WITHIN) && !hasBegun.getAndSet(true)) {
        awaitAllPlaces();
        assertThat(searcher.count(new TermQuery(new Term("text", "all")))).isPositive();
      }
      return new ConstantScoreWeight(this, boost) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext leaf) {
          var all = DocIdSetIterator.all(leaf.reader().maxDoc());
          return new DefaultScorerSupplier(
              new ConstantScoreScorer(score(), mode, new SlowMatch(all, SlowQuery.this)));
        }

        @Override
        public boolean isCacheable(LeafReaderContext leaf) {
          return false;
        }
      };
    }

    private static void awaitAllPlaces() {
      try {
        ALL_PLACES.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public String toString(String field) {
      return "slow";
    }

    @Override
    public void visit(QueryVisitor visitor) {
      visitor.visitLeaf(this);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof SlowQuery query && query.name.equals(name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    private static void compute(long nanos) {
      long beginNanos = System.nanoTime();
      while (System.nanoTime() - beginNanos < nanos) {
        Thread.onSpinWait();
      }
    }

    private void spendTime() {
      if (name.equals(UNTIL_TOLD)) {
        if (!HURRY.get()) {
          compute(TimeUnit.MILLISECONDS.toNanos(10));
        }
        return;
      }
      if (name.isEmpty()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        return;
      }
      HEADERS.add(String.valueOf(headers.getHeader(HEADER)));
      THREADS.add(Thread.currentThread().getName());
      boolean computes =
          name.equals(HELPERS_COMPUTE) && Thread.currentThread().getName().startsWith("curtail");
      if (!computes && !hasBegun.getAndSet(true)) {
        BEGUN.add(name);
        MAY_GO_ON.acquireUninterruptibly();
      } else if (computes) {
        compute(TimeUnit.MILLISECONDS.toNanos(1));
      }
    }
  }

  private static final class SlowMatch extends TwoPhaseIterator {
    private final SlowQuery query;

    private SlowMatch(DocIdSetIterator all, SlowQuery query) {
      super(all);
      this.query = query;
    }

    @Override
    public boolean matches() {
      query.spendTime();
      return true;
    }

    @Override
    public float matchCost() {
      return 1_000;
    }
  }
}
