package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.curtail.Prediction;
import org.curtail.lucene.QueryPredictor;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/** A search in order of importance of which the engine is told how long it will take. */
final class PredictedWork implements SharedWork<RankedScan, RankedHits> {
  private final RankedWork work;
  private final QueryPredictor.OfSearcher predictor;
  private final Query query;
  private QueryPredictor.@Nullable Asked asked;

  PredictedWork(RankedWork work, QueryPredictor.OfSearcher predictor, Query query) {
    this.work = work;
    this.predictor = predictor;
    this.query = query;
  }

  @Override
  public Prediction prediction() {
    QueryPredictor.Asked about = predictor.ask(query, ScoreMode.TOP_SCORES);
    asked = about;
    return about.predictionOrUnsure();
  }

  @Override
  public boolean wantsCpuTime() {
    return true;
  }

  @Override
  public void ended(Timeline timeline) {
    QueryPredictor.Asked about = asked;
    if (about != null) {
      about.ended(timeline);
    }
  }

  @Override
  public void begin(int degree) throws IOException {
    work.begin(degree);
  }

  @Override
  public int chunks() {
    return work.chunks();
  }

  @Override
  public RankedScan join() throws IOException {
    return work.join();
  }

  @Override
  public void run(RankedScan scan, int lane, Checkpoint checkpoint) throws IOException {
    work.run(scan, lane, checkpoint);
  }

  @Override
  public RankedHits complete(List<RankedScan> scans) {
    return work.complete(scans);
  }

  @Override
  public Optional<RankedHits> partial(List<RankedScan> scans) {
    return work.partial(scans);
  }
}
