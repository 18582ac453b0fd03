package org.curtail.opensearch;

import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.MultiCollector;
import org.curtail.lucene.LeafSplitting;
import org.opensearch.action.search.MaxScoreCollector;
import org.opensearch.common.lucene.MinimumScoreCollector;
import org.opensearch.common.lucene.search.FilteredCollector;

/**
 * Allows OpenSearch's collectors to see parts of a leaf if they wrap Lucene's top hits and keep no
 * state of a leaf. All others, such as aggregations, see whole leaves.
 */
final class ShardLeafSplitting implements LeafSplitting {
  @Override
  public boolean maySplit(Collector collector, List<LeafReaderContext> leaves) {
    return switch (collector) {
      case MultiCollector several ->
          Stream.of(several.getCollectors()).allMatch(one -> maySplit(one, leaves));
      case FilteredCollector filtered -> maySplit(filtered.getCollector(), leaves);
      case MinimumScoreCollector good -> maySplit(good.getCollector(), leaves);
      case MaxScoreCollector greatest -> greatest.getClass() == MaxScoreCollector.class;
      default -> KNOWN_COLLECTORS.maySplit(collector, leaves);
    };
  }
}
