package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.lucene.SharedSearch;
import org.curtail.policies.Policies;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.SharedWork;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** State of a node's engine across policy changes. */
@Tag("long")
@Timeout(900)
@EnabledIfSystemProperty(named = "curtail.long", matches = "true", disabledReason = "needs -Dlong")
class NodeEngineTest {
  private static final int CHUNKS = 64;

  private final SplittableRandom random = new SplittableRandom(3);

  @Test
  void theOneThatLearnsGoesOnWithWhatItKnewBeforeAnotherTookItsPlace() throws IOException {
    try (var engine =
        new NodeEngine(
            new NodePolicies(2, Policies.Ingredients.NONE),
            LearnedFile.NONE,
            4,
            true,
            CurtailSettings.AUTOMATIC,
            Runnable::run)) {
      while (knowledge(engine).isEmpty()) {
        for (int i = 0; i < 100; i++) {
          serve(engine);
        }
      }
      engine.policy("sequential");
      assertThat(engine.running().autopilot()).isEmpty();
      engine.policy("fixed-2");
      engine.policy(CurtailSettings.AUTOMATIC);
      assertThat(knowledge(engine)).contains("curtail-automatic/1");
    }
  }

  private void serve(NodeEngine engine) throws IOException {
    Reservation place = requireNonNull(engine.tryReserve(RequestOptions.NONE, 0));
    try (place) {
      SharedSearch.run(place, search());
    }
  }

  private static String knowledge(NodeEngine engine) throws IOException {
    var text = new StringWriter();
    engine.running().autopilot().orElseThrow().export(text);
    return text.toString();
  }

  private SharedWork<Object, Integer> search() {
    long nanosPerChunk = random.nextLong(1_000, 21_000);
    return new SharedWork<>() {
      @Override
      public int chunks() {
        return CHUNKS;
      }

      @Override
      public Object join() {
        return this;
      }

      @Override
      public void run(Object worker, int chunk, Checkpoint checkpoint) {
        long end = System.nanoTime() + nanosPerChunk;
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }

      @Override
      public Integer complete(List<Object> workers) {
        return CHUNKS;
      }
    };
  }
}
