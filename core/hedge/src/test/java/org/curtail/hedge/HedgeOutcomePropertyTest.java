package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.curtail.hedge.CallSample.SampledAttempt;
import org.curtail.hedge.CallSample.SampledCall;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.live.AttemptObservations.End;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/**
 * Calls whose attempts take given times and succeed or fail: the actions and counts of the hedge,
 * compared with a model that follows each call from event to event.
 */
class HedgeOutcomePropertyTest {
  /** The result of an attempt, at any time of sending. */
  private record AttemptResult(long nanos, boolean fails) {}

  /** A call that begins at some time; {@link HedgeTimer#NEVER} is no deadline. */
  private record Plan(long beginNanos, long deadlineNanos, List<AttemptResult> results) {}

  /** The course of an attempt, since the call began. */
  private static final class AttemptCourse {
    final long sentNanos;
    final AttemptResult result;
    End end = End.CANCELLED;
    long tookNanos;

    AttemptCourse(long sentNanos, AttemptResult result) {
      this.sentNanos = sentNanos;
      this.result = result;
    }

    long dueNanos() {
      return sentNanos + result.nanos();
    }
  }

  /** A model of one call by the guide's rules. */
  private static final class Model {
    final List<AttemptCourse> attempts = new ArrayList<>();
    final long deadlineNanos;
    Outcome outcome = Outcome.CANCELLED;
    int winner = -1;
    int hedges;
    int retries;
    int failed;
    long endNanos;

    Model(Plan plan, List<Long> delays, int maxAttempts, boolean retries) {
      deadlineNanos = plan.deadlineNanos();
      attempts.add(new AttemptCourse(0, plan.results().getFirst()));
      int nextDelay = 0;
      while (true) {
        AttemptCourse first =
            attempts.stream()
                .filter(attempt -> attempt.end == End.CANCELLED)
                .min(Comparator.comparingLong(AttemptCourse::dueNanos))
                .orElseThrow();
        long hedge = nextDelay < delays.size() ? delays.get(nextDelay) : HedgeTimer.NEVER;
        if (deadlineNanos < Math.min(first.dueNanos(), hedge)) {
          end(Outcome.TIMED_OUT, deadlineNanos);
          return;
        }
        if (hedge < first.dueNanos()) {
          nextDelay++;
          if (attempts.size() < maxAttempts) {
            hedges++;
            attempts.add(new AttemptCourse(hedge, plan.results().get(attempts.size())));
          }
          continue;
        }
        first.tookNanos = first.result.nanos();
        first.end = first.result.fails() ? End.FAILED : End.ANSWERED;
        if (!first.result.fails()) {
          winner = attempts.indexOf(first);
          end(Outcome.ANSWERED, first.dueNanos());
          return;
        }
        failed++;
        if (attempts.stream().allMatch(attempt -> attempt.end == End.FAILED)) {
          if (!retries || attempts.size() == maxAttempts) {
            end(Outcome.FAILED, first.dueNanos());
            return;
          }
          this.retries++;
          attempts.add(new AttemptCourse(first.dueNanos(), plan.results().get(attempts.size())));
        }
      }
    }

    private void end(Outcome how, long nanos) {
      outcome = how;
      endNanos = nanos;
      for (AttemptCourse attempt : attempts) {
        if (attempt.end == End.CANCELLED) {
          attempt.tookNanos = nanos - attempt.sentNanos;
        }
      }
    }

    String heard() {
      return "%s %d %d %d".formatted(outcome, attempts.size(), winner, endNanos);
    }

    SampledCall seen() {
      return new SampledCall(
          attempts.stream().map(each -> new SampledAttempt(each.tookNanos, each.end)).toList(),
          false);
    }
  }

  private record Event(long atNanos, Runnable what) {}

  /** The calls of one case, played on a hedge. */
  private static final class Play implements HedgeListener {
    final SteppedHedge stepped;
    final PriorityQueue<Event> events =
        new PriorityQueue<>(Comparator.comparingLong(Event::atNanos));
    final Map<Long, String> heard = new HashMap<>();
    final Map<Long, List<Integer>> sent = new HashMap<>();
    final List<CompletableFuture<String>> answers = new ArrayList<>();

    Play(HedgeSetup setup) {
      stepped = new SteppedHedge(setup.listener(this));
    }

    @Override
    public void sent(long call, int attempt) {
      sent.computeIfAbsent(call, each -> new ArrayList<>()).add(attempt);
    }

    @Override
    public void ended(long call, HedgeListener.CallEnd end) {
      String before =
          heard.put(
              call,
              "%s %d %d %d".formatted(end.outcome(), end.attempts(), end.winner(), end.nanos()));
      assertThat(before).as("end of call %d", call).isNull();
    }

    void begin(int call, Plan plan) {
      HedgedCall<String> what =
          attempt -> {
            AttemptResult result = plan.results().get(attempt.number());
            var answer = new CompletableFuture<String>();
            String name = "attempt " + attempt.number() + " of " + call;
            events.add(
                new Event(
                    stepped.nanos() + result.nanos(),
                    () -> {
                      if (result.fails()) {
                        answer.completeExceptionally(new IllegalStateException(name));
                      } else {
                        answer.complete(name);
                      }
                    }));
            return answer;
          };
      answers.add(
          plan.deadlineNanos() == HedgeTimer.NEVER
              ? stepped.hedge.call(what)
              : stepped.hedge.call(what, Duration.ofNanos(plan.deadlineNanos())));
    }

    void run() {
      while (true) {
        long timer = stepped.step();
        long event = events.isEmpty() ? HedgeTimer.NEVER : events.element().atNanos();
        long next = Math.min(timer, event);
        if (next == HedgeTimer.NEVER) {
          return;
        }
        stepped.advanceMillis((next - stepped.nanos()) / 1e6);
        if (event < timer) {
          events.remove().what().run();
        }
      }
    }
  }

  private static Plan plan(RandomGenerator random, int maxAttempts) {
    var results = new ArrayList<AttemptResult>();
    for (int i = 0; i < maxAttempts; i++) {
      // Attempts end at odd nanoseconds and hedges are due at even ones, so never at the same time.
      long nanos = 1 + 2 * random.nextLong(random.nextInt(5) == 0 ? 40_000_000 : 6_000_000);
      results.add(new AttemptResult(nanos, random.nextInt(4) == 0));
    }
    long deadline =
        random.nextInt(3) == 0 ? 2 * (1 + random.nextLong(15_000_000)) : HedgeTimer.NEVER;
    return new Plan(2 * random.nextLong(100_000_000), deadline, results);
  }

  @Test
  void callsAndCountsEqualAModelOfOneCall() {
    Cases.random(
        1,
        Cases.count(25, 200),
        random -> {
          var reissues = new ArrayList<Reissue>();
          var delays = new ArrayList<Long>();
          long leastNanos = 2 * random.nextLong(3_000_000);
          for (int i = random.nextInt(4); i > 0; i--) {
            // Calls that chance certainly leaves out may still be retried.
            boolean isSent = random.nextInt(4) != 0;
            reissues.add(new Reissue(2 * random.nextInt(8_000) / 1e3, isSent ? 1 : 0));
          }
          reissues.sort(Comparator.comparingDouble(Reissue::delayMillis));
          for (Reissue reissue : reissues) {
            if (reissue.probability() == 1) {
              delays.add(Math.max(Math.round(reissue.delayMillis() * 1e6), leastNanos));
            }
          }
          boolean retries = random.nextBoolean();
          var play =
              new Play(
                  SteppedHedge.generously(new ReissuePolicy(reissues))
                      .leastDelay(Duration.ofNanos(leastNanos))
                      .retrying(failure -> retries));
          int maxAttempts = 1 + reissues.size();
          var plans = new ArrayList<Plan>();
          for (int i = 0; i < 150; i++) {
            plans.add(plan(random, maxAttempts));
          }
          plans.sort(Comparator.comparingLong(Plan::beginNanos));
          var models = new ArrayList<Model>();
          for (Plan plan : plans) {
            int call = models.size();
            models.add(new Model(plan, delays, maxAttempts, retries));
            play.events.add(new Event(plan.beginNanos(), () -> play.begin(call, plan)));
          }
          play.run();
          for (int i = 0; i < models.size(); i++) {
            check(play, i, models.get(i));
          }
          checkSeen(play, models, !reissues.isEmpty());
          checkCounts(play.stepped.hedge.metrics(), models);
        });
  }

  private static void check(Play play, int call, Model model) {
    CompletableFuture<String> answer = play.answers.get(call);
    assertThat(answer).as("answer of call %d", call).isDone();
    assertThat(play.heard.get((long) call)).isEqualTo(model.heard());
    assertThat(play.sent.get((long) call))
        .hasSize(model.attempts.size())
        .isSorted()
        .doesNotHaveDuplicates();
    switch (model.outcome) {
      case ANSWERED ->
          assertThat(answer.join()).isEqualTo("attempt " + model.winner + " of " + call);
      case FAILED -> {
        Throwable failure = answer.exceptionNow();
        assertThat(failure).hasMessage("attempt " + firstFailed(model) + " of " + call);
        assertThat(failure.getSuppressed()).hasSize(model.failed - 1);
      }
      case TIMED_OUT ->
          assertThat(answer.exceptionNow())
              .isInstanceOf(TimeoutException.class)
              .hasMessage(
                  "no answer within %s ms; attempts sent: %d, of which failed: %d"
                      .formatted(model.deadlineNanos / 1e6, model.attempts.size(), model.failed));
      case CANCELLED -> throw new AssertionError("nobody cancels");
    }
  }

  private static int firstFailed(Model model) {
    return model.attempts.indexOf(
        model.attempts.stream()
            .min(Comparator.comparingLong(AttemptCourse::dueNanos))
            .orElseThrow());
  }

  private static void checkSeen(Play play, List<Model> models, boolean isWatched) {
    CallSample seen = play.stepped.hedge.parts().seen;
    assertThat(seen != null).isEqualTo(isWatched);
    if (seen != null) {
      var calls = new ArrayList<SampledCall>();
      seen.take(calls::add);
      assertThat(counted(calls)).isEqualTo(counted(models.stream().map(Model::seen).toList()));
    }
  }

  private static Map<SampledCall, Long> counted(List<SampledCall> calls) {
    return calls.stream().collect(Collectors.groupingBy(call -> call, Collectors.counting()));
  }

  private static void checkCounts(HedgeMetrics metrics, List<Model> models) {
    HedgeMetrics.Counts counts = metrics.counts();
    assertThat(counts.calls()).isEqualTo(models.size());
    for (Outcome outcome : Outcome.values()) {
      assertThat(counts.ended(outcome))
          .as("%s", outcome)
          .isEqualTo(models.stream().filter(model -> model.outcome == outcome).count());
    }
    assertThat(counts.allEnded()).isEqualTo(models.size());
    long hedges = models.stream().mapToLong(model -> model.hedges).sum();
    long retries = models.stream().mapToLong(model -> model.retries).sum();
    long won = models.stream().filter(model -> model.winner > 0).count();
    assertThat(counts.hedges()).isEqualTo(hedges);
    assertThat(counts.retries()).isEqualTo(retries);
    assertThat(counts.sent()).isEqualTo(hedges + retries);
    assertThat(counts.won()).isEqualTo(won);
    assertThat(counts.lost()).isEqualTo(hedges + retries - won);
    assertThat(counts.failedAttempts()).isEqualTo(models.stream().mapToLong(m -> m.failed).sum());
    assertThat(counts.suppressed().values()).allMatch(count -> count == 0);
    assertThat(metrics.gauges().underWay()).isZero();
    checkWith(metrics.with(), models);
    checkWithout(metrics.without(), models);
  }

  /** Returns a time rounded up to the next of the 1,024 times between two powers of two. */
  private static long rounded(long nanos) {
    long seen = Math.max(nanos, 1_000);
    long width = Math.max(1, Long.highestOneBit(seen - 1) / 1_024);
    return Math.ceilDiv(seen, width) * width;
  }

  private static void checkWith(HedgeMetrics.CallTimes with, List<Model> models) {
    long[] times =
        models.stream()
            .filter(model -> model.outcome != Outcome.FAILED)
            .mapToLong(model -> rounded(model.endNanos))
            .sorted()
            .toArray();
    assertThat(with.count()).isEqualTo(times.length);
    assertThat(with.meanNanos()).isCloseTo(Arrays.stream(times).average().orElse(0), within(1e-3));
    for (int i = 0; i < times.length; i += 7) {
      assertThat(with.percentileNanos(100.0 * (i + 0.5) / times.length)).isEqualTo(times[i]);
    }
  }

  /** An observed first attempt, which ended or was censored at that time. */
  private record First(long nanos, boolean isKnown) {}

  private static void checkWithout(HedgeMetrics.CallTimes without, List<Model> models) {
    List<First> firsts =
        models.stream()
            .map(model -> {
              AttemptCourse first = model.attempts.getFirst();
              boolean isOut = model.outcome == Outcome.FAILED || first.end == End.FAILED;
              long nanos = rounded(model.endNanos);
              return isOut ? null : new First(nanos, model.winner == 0);
            })
            .filter(Objects::nonNull)
            .sorted(Comparator.comparingLong(First::nanos))
            .toList();
    assertThat(without.count()).isEqualTo(firsts.size());
    if (firsts.isEmpty()) {
      return;
    }
    // Kaplan and Meier: each end takes its share of the attempts at risk.
    double longer = 1;
    double mean = 0;
    for (long nanos :
        firsts.stream().filter(First::isKnown).mapToLong(First::nanos).distinct().toArray()) {
      double ended = firsts.stream().filter(f -> f.isKnown() && f.nanos() == nanos).count();
      double atRisk = firsts.stream().filter(f -> f.nanos() >= nanos).count();
      mean += nanos * longer * ended / atRisk;
      longer *= 1 - ended / atRisk;
    }
    // The rest counts with the longest observed time.
    mean += firsts.getLast().nanos() * longer;
    assertThat(without.meanNanos()).isCloseTo(mean, within(1.0));
  }
}
