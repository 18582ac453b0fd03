package org.curtail.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.curtail.app.search.SearchAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OpenLoopTest {
  /** One thread that takes a fixed time for every request, first come first served. */
  private static final class SlowServer implements Contender {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final long serviceNanos;
    final List<Integer> queries = new ArrayList<>();

    SlowServer(long serviceNanos) {
      this.serviceNanos = serviceNanos;
    }

    @Override
    public String name() {
      return "slow";
    }

    @Override
    public Answer submit(int query, Runnable poll) {
      queries.add(query);
      long[] fromTo = new long[2];
      Future<?> done =
          thread.submit(() -> {
            fromTo[0] = System.nanoTime();
            while (System.nanoTime() - fromTo[0] < serviceNanos) {
              LockSupport.parkNanos(50_000);
              poll.run();
            }
            fromTo[1] = System.nanoTime();
          });
      return new Answer() {
        @Override
        public SearchAnswer await() throws Exception {
          done.get();
          return SearchAnswer.of(
              new TopDocs(new TotalHits(0, TotalHits.Relation.EQUAL_TO), new ScoreDoc[0]));
        }

        @Override
        public long endNanos() {
          return fromTo[1];
        }

        @Override
        public long startNanos() {
          return fromTo[0];
        }

        @Override
        public long threadNanos() {
          return fromTo[1] - fromTo[0];
        }

        @Override
        public int peakDegree() {
          return 1;
        }
      };
    }

    @Override
    public void close() {
      thread.shutdownNow();
    }
  }

  private static OpenLoop<Contender.Answer> loop(
      Contender server, Arrivals arrivals, double perSecond) {
    return new OpenLoop<>(
        (request, poll) -> server.submit(arrivals.query(request), poll),
        arrivals.count(),
        request -> arrivals.dueNanos(request, perSecond));
  }

  @Test
  void every_request_is_handed_over_once_in_order_and_never_early() {
    Arrivals arrivals = Arrivals.poisson(200, 50, new Random(5));
    try (var server = new SlowServer(0)) {
      OpenLoop<Contender.Answer> loop = loop(server, arrivals, 2000);
      loop.run();
      assertThat(server.queries).hasSize(200);
      for (int i = 0; i < 200; i++) {
        assertThat(server.queries.get(i)).isEqualTo(arrivals.query(i));
        assertThat(loop.latenessNanos(i)).isGreaterThanOrEqualTo(0);
      }
    }
  }

  @Test
  void it_ends_whoever_hands_the_last_request_over() {
    // The busy server polls too, so that either thread may be the last; many short loops meet both.
    for (long seed = 0; seed < 300; seed++) {
      try (var server = new SlowServer(100_000)) {
        loop(server, Arrivals.poisson(20, 5, new Random(seed)), 10_000).run();
        assertThat(server.queries).as("seed %d", seed).hasSize(20);
      }
    }
  }

  @Test
  void a_server_that_cannot_keep_up_is_charged_from_the_intended_start() throws Exception {
    // 100 requests at 1000/s on a server that does 200/s: arrivals end after about 100 ms while the
    // last answer comes after 500 ms. A closed loop would see 5 ms for each.
    Arrivals arrivals = Arrivals.poisson(100, 10, new Random(2));
    try (var server = new SlowServer(5_000_000)) {
      OpenLoop<Contender.Answer> loop = loop(server, arrivals, 1000);
      loop.run();
      long lastMs = 0;
      for (int i = 0; i < 100; i++) {
        loop.answer(i).await();
        lastMs = (loop.answer(i).endNanos() - loop.dueNanos(i)) / 1_000_000;
      }
      long arrivalsMs = arrivals.dueNanos(99, 1000) / 1_000_000;
      assertThat(lastMs).isGreaterThanOrEqualTo(500 - arrivalsMs - 1);
    }
  }
}
