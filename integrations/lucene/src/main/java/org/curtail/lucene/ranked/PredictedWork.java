package org.curtail.lucene.ranked;

import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.curtail.Prediction;
import org.curtail.lucene.QueryPredictor;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/** A search in order of importance of which the engine is told how long it will take. */
final class PredictedWork extends DelegatingWork<RankedScan, RankedHits> {
  private final QueryPredictor.OfSearcher predictor;
  private final Query query;
  private QueryPredictor.@Nullable Asked asked;

  PredictedWork(RankedWork work, QueryPredictor.OfSearcher predictor, Query query) {
    super(work);
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
}
