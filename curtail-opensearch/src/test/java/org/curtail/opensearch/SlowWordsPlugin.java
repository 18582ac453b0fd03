package org.curtail.opensearch;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;

/** A query that matches everything, a millisecond a document. */
public final class SlowWordsPlugin extends Plugin implements SearchPlugin {
  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        new QuerySpec<>(
            SlowQueryBuilder.NAME, SlowQueryBuilder::new, parser -> new SlowQueryBuilder()));
  }

  static final class SlowQueryBuilder extends AbstractQueryBuilder<SlowQueryBuilder> {
    private static final String NAME = "slow";

    SlowQueryBuilder() {}

    private SlowQueryBuilder(StreamInput in) throws IOException {
      super(in);
    }

    @Override
    protected void doWriteTo(StreamOutput out) {}

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject(NAME).endObject();
    }

    @Override
    protected Query doToQuery(QueryShardContext context) {
      return new SlowQuery();
    }

    @Override
    protected boolean doEquals(SlowQueryBuilder other) {
      return true;
    }

    @Override
    protected int doHashCode() {
      return 1;
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }
  }

  private static final class SlowQuery extends Query {
    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
      return new ConstantScoreWeight(this, boost) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext leaf) {
          var all = DocIdSetIterator.all(leaf.reader().maxDoc());
          return new DefaultScorerSupplier(
              new ConstantScoreScorer(score(), mode, new SlowMatch(all)));
        }

        @Override
        public boolean isCacheable(LeafReaderContext leaf) {
          return false;
        }
      };
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
      return other instanceof SlowQuery;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  private static final class SlowMatch extends TwoPhaseIterator {
    private SlowMatch(DocIdSetIterator all) {
      super(all);
    }

    @Override
    public boolean matches() {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      return true;
    }

    @Override
    public float matchCost() {
      return 1_000;
    }
  }
}
