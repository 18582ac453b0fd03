package org.curtail.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.Profile;
import org.curtail.benchkit.search.Workload;
import org.junit.jupiter.api.Test;

class DemandForecastTest {
  private static final int WORDS = 40;

  /** Word w4 is in every fourth document; a query takes 1 us for each document, and noise. */
  private static Optional<DemandForecast> forecast(DirectoryReader reader, int count) {
    var random = new Random(1);
    var queries = new ArrayList<Query>();
    double[][] timesMs = new double[count][1];
    for (int i = 0; i < count; i++) {
      int word = 1 + random.nextInt(WORDS);
      queries.add(new TermQuery(new Term("text", "w" + word)));
      timesMs[i][0] = reader.maxDoc() / (1e3 * word) * StrictMath.exp(0.2 * random.nextGaussian());
    }
    return DemandForecast.of(new Workload(reader, queries, 10), Profile.of("a law", timesMs), 7);
  }

  @Test
  void theErrorIsThatOfTheNoiseAndOfTooFewQueriesNothingIsSaid() throws IOException {
    try (var directory = new ByteBuffersDirectory()) {
      try (var writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
        for (int id = 0; id < 2_000; id++) {
          var text = new StringBuilder();
          for (int word = 1; word <= WORDS; word++) {
            text.append(id % word == 0 ? "w" + word + " " : "");
          }
          var document = new Document();
          document.add(new TextField("text", text.toString(), Field.Store.NO));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        DemandForecast forecast = forecast(reader, 500).orElseThrow();
        assertThat(forecast.quality().requests()).isEqualTo(500);
        assertThat(forecast.quality().logError()).isBetween(0.17, 0.25);
        assertThat(forecast.quality().logSpread()).isGreaterThan(0.7);
        assertThat(forecast.quality().rankCorrelation()).isGreaterThan(0.9);
        assertThat(forecast.cpuUsPerQuery()).isPositive();
        assertThat(forecast.isCpuTime()).isFalse();
        assertThat(forecast(reader, 60)).isEmpty();
      }
    }
  }
}
