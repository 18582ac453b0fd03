package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.runtime.TimedJob.NEVER;
import static org.curtail.runtime.TimedJob.ROUNDING_NANOS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.curtail.Policy;
import org.curtail.runtime.TimedJob.LingeringThread;
import org.curtail.sim.Costs;

/**
 * Engine on one thread, with a clock that stands still during events. A profile gives the computing
 * of threads on a number of shared cores. Threads reach the borders of their chunks in turn, each
 * at its own moment.
 *
 * <p>A computing worker has run its last chunk, which took no time, and has not reached its border.
 */
final class TimedEngine {
  private final TimedService service;
  private final Costs costs;
  private final RecordingPolicy policy;
  private final List<PolicySwap> swaps;
  private final DecisionTrace trace;
  private final RandomGenerator random;
  private final Curtail curtail;
  private final Engine engine;
  private final List<Worker> workers;

  private final TimedJob[] jobs;

  /** In order of start. */
  private final List<TimedJob> running = new ArrayList<>();

  private final List<TimedJob> aside = new ArrayList<>();

  private final List<LingeringThread> lingeringThreads = new ArrayList<>();

  /** Workers that compute a chunk. */
  private final Set<Worker> computing = new HashSet<>();

  private final List<RecordingPolicy.Asked> asked = new ArrayList<>();

  private long nowNanos;
  private int arrived;
  private int swapped;
  private double share = 1;
  private boolean ranChunk;
  private long tieNanos = NEVER;
  private long tieAfterSwapNanos = NEVER;
  private long severalStartNanos = NEVER;
  private long lastStartNanos = -1;
  private long admissionNanos = NEVER;

  TimedEngine(TimedService service, RecordingPolicy policy, RandomGenerator random) {
    this(service, policy, List.of(), random);
  }

  /** Creates an engine with a sequence of policies, in order of time. */
  TimedEngine(
      TimedService service,
      RecordingPolicy policy,
      List<PolicySwap> swaps,
      RandomGenerator random) {
    this.swaps = swaps;
    this.service = service;
    costs = service.machine().costs();
    this.policy = policy;
    this.random = random;
    trace = new DecisionTrace(policy, service.trace());
    jobs = new TimedJob[service.trace().size()];
    curtail =
        Curtail.with(policy)
            .cores(service.machine().cores())
            .threads(
                service.mostThreads(
                    Stream.concat(Stream.of(policy), swaps.stream().map(PolicySwap::next))))
            .clock(() -> nowNanos)
            .boosting(Boosting.by(new NoBoost()))
            .withThreadsForAll()
            .startWithoutThreads();
    engine = curtail.engine();
    workers = curtail.workers();
  }

  private TimedJob job(int index) {
    return new TimedJob(
        index,
        service.options().get(index),
        engine,
        () -> nowNanos,
        costs.periodNanos(),
        () -> ranChunk = true);
  }

  /** Serves all requests. */
  DecisionTrace run() {
    while (arrived < jobs.length || !running.isEmpty() || !aside.isEmpty() || waiting() > 0) {
      advance(nextNanos());
      complete();
      loseLingering();
      arrive();
      swap();
      if (nowNanos >= admissionNanos) {
        admissionNanos = NEVER;
        wakeIdle();
      }
      passBorders();
      setRates();
      trace.add(nowNanos, List.copyOf(asked), served(), waiting(), lingeringThreads.size());
      asked.clear();
    }
    return trace;
  }

  /** First moment at which several requests at a border needed a decision. */
  long tieNanos() {
    return tieNanos;
  }

  /** First such moment at which the policy in force had not yet decided for all of them. */
  long tieAfterSwapNanos() {
    return tieAfterSwapNanos;
  }

  /** The first moment at which several requests started. */
  long severalStartNanos() {
    return severalStartNanos;
  }

  /** An event of a request. */
  Timeline timeline(int index) {
    return jobs[index].request.ticket().timeline();
  }

  /** Number of preemptions of its requests. */
  int preemptions() {
    return Arrays.stream(jobs).mapToInt(job -> job.request.path().preemptions()).sum();
  }

  private int waiting() {
    return engine.load().waiting();
  }

  private long nextNanos() {
    long next = arrived < jobs.length ? service.arrivalNanos(arrived) : NEVER;
    next = Math.min(next, admissionNanos);
    next = Math.min(next, swapped < swaps.size() ? swaps.get(swapped).atNanos() : NEVER);
    for (TimedJob job : running) {
      next = Math.min(next, Math.min(job.endNanos, job.nextBorderNanos()));
    }
    for (LingeringThread lingering : lingeringThreads) {
      next = Math.min(next, lingering.endNanos(nowNanos, share));
    }
    assertThat(next).as("an event happens once").isLessThan(NEVER);
    return Math.max(next, nowNanos);
  }

  private void advance(long toNanos) {
    long elapsedNanos = toNanos - nowNanos;
    for (TimedJob job : running) {
      job.remaining = Math.max(0, job.remaining - elapsedNanos * job.ratePerNano);
    }
    for (LingeringThread lingering : lingeringThreads) {
      lingering.leftNanos -= elapsedNanos * share;
    }
    nowNanos = toNanos;
  }

  private void setRates() {
    int sharing = lingeringThreads.size();
    int left = service.machine().cores();
    for (TimedJob job : running) {
      if (job.request.isBoosted()) {
        left -= job.workers.size();
      } else {
        sharing += job.workers.size();
      }
    }
    share = sharing <= left ? 1 : (double) left / sharing;
    for (TimedJob job : running) {
      double own = job.request.isBoosted() ? 1 : share;
      int threads = job.workers.size();
      double aloneMs = service.profile().timeMs(service.trace().request(job.index), threads);
      job.ratePerNano = own / (aloneMs * 1e6 * costs.slowdown(threads));
      job.endNanos = nowNanos + (long) Math.ceil(job.remaining / job.ratePerNano - ROUNDING_NANOS);
    }
  }

  private List<DecisionTrace.Served> served() {
    var all = new ArrayList<DecisionTrace.Served>();
    for (TimedJob job : running) {
      assertThat(job.workers).hasSize(job.request.threads());
      all.add(
          new DecisionTrace.Served(
              job.index,
              job.request.progress(nowNanos).decidedDegree(),
              job.workers.size(),
              job.request.isBoosted()));
    }
    return all;
  }

  // ---- Events of a moment.

  private void arrive() {
    while (arrived < jobs.length && service.arrivalNanos(arrived) <= nowNanos) {
      jobs[arrived] = job(arrived);
      engine.accept(jobs[arrived].request, true);
      arrived++;
      settle();
    }
  }

  private void swap() {
    while (swapped < swaps.size() && swaps.get(swapped).atNanos() <= nowNanos) {
      Policy next = swaps.get(swapped++).next();
      trace.servedBy(next);
      admissionNanos = NEVER;
      curtail.policy(next);
      assertThat(curtail.policy()).isSameAs(next);
      settle();
    }
  }

  /** The chunk that ends a request's work reports it. The other chunks are useless. */
  private void complete() {
    for (TimedJob job : List.copyOf(running)) {
      if (job.endNanos > nowNanos) {
        continue;
      }
      running.remove(job);
      job.request.enough();
      int threads = job.workers.size();
      for (int other = 1; other < threads; other++) {
        Worker worker = job.workers.get(other);
        // Goes to the border, finds no chunk, and leaves.
        for (int step = 0; step < 3; step++) {
          worker.step();
        }
        lingeringThreads.add(
            new LingeringThread(worker, job, (double) costs.chunkNanos() * other / threads));
      }
      goHome(job.workers.getFirst(), job);
    }
  }

  private void loseLingering() {
    for (Iterator<LingeringThread> all = lingeringThreads.iterator(); all.hasNext(); ) {
      LingeringThread lingering = all.next();
      if (lingering.leftNanos <= ROUNDING_NANOS) {
        all.remove();
        goHome(lingering.worker, lingering.job);
      }
    }
  }

  private void goHome(Worker worker, TimedJob job) {
    while (worker.serves(job.request)) {
      worker.step();
    }
    computing.remove(worker);
    settle();
  }

  private void wakeIdle() {
    for (Worker worker : workers) {
      if (!worker.hasWork()) {
        worker.step();
      }
    }
    settle();
  }

  private void passBorders() {
    List<TimedJob> atBorder =
        running.stream().filter(job -> job.startNanos < nowNanos && job.isAtBorder()).toList();
    boolean anyIsUndecided = atBorder.stream().anyMatch(job -> job.request.decidedDegree() == 0);
    int first = policy.questions();
    int before;
    do {
      before = policy.questions();
      for (TimedJob job : List.copyOf(running)) {
        if (running.contains(job) && job.isAtBorder()) {
          pass(job, job.workers.get(random.nextInt(job.workers.size())));
        }
      }
    } while (policy.questions() > before);
    if (atBorder.size() > 1 && before > first) {
      tieNanos = Math.min(tieNanos, nowNanos);
      tieAfterSwapNanos =
          anyIsUndecided ? Math.min(tieAfterSwapNanos, nowNanos) : tieAfterSwapNanos;
    }
  }

  private void pass(TimedJob job, Worker worker) {
    int before = policy.questions();
    computing.remove(worker);
    worker.step();
    if (worker.serves(job.request)) {
      compute(worker);
      if (policy.questions() == before) {
        return;
      }
    } else {
      job.workers.remove(worker);
      if (job.workers.isEmpty()) {
        running.remove(job);
        job.asideFromNanos = nowNanos;
        aside.add(job);
      }
    }
    settle();
  }

  /** Continues until all workers with work compute. */
  private void settle() {
    collectStarts();
    for (List<Worker> busy = unsettled(); !busy.isEmpty(); busy = unsettled()) {
      for (Worker worker : busy) {
        if (job(worker).isEmpty()) {
          worker.step();
        }
      }
      Worker next = busy.stream().min(Comparator.comparingInt(this::place)).orElseThrow();
      TimedJob job = job(next).orElseThrow();
      compute(next);
      job.workers.add(next);
      collectStarts();
    }
  }

  private void compute(Worker worker) {
    ranChunk = false;
    while (!ranChunk) {
      assertThat(worker.step()).isTrue();
    }
    computing.add(worker);
  }

  private int place(Worker worker) {
    return running.indexOf(job(worker).orElseThrow());
  }

  private Optional<TimedJob> job(Worker worker) {
    return running.stream().filter(job -> worker.serves(job.request)).findFirst();
  }

  private List<Worker> unsettled() {
    var all = new ArrayList<Worker>();
    int left = engine.load().threads();
    // Workers at the end are used first.
    for (int i = workers.size() - 1; i >= 0 && left > 0; i--) {
      Worker worker = workers.get(i);
      if (worker.hasWork()) {
        left--;
        if (!computing.contains(worker)) {
          all.add(worker);
        }
      }
    }
    return all;
  }

  /** Records the policy's calls since the last time. The first one on a request is its start. */
  private void collectStarts() {
    for (RecordingPolicy.Asked one : policy.takeAsked()) {
      asked.add(one);
      TimedJob job = jobs[trace.request(nowNanos, one)];
      if (!job.started) {
        job.started = true;
        if (lastStartNanos == nowNanos) {
          severalStartNanos = Math.min(severalStartNanos, nowNanos);
        }
        lastStartNanos = nowNanos;
        job.startNanos = nowNanos;
        running.add(job);
      }
    }
    for (TimedJob job : List.copyOf(aside)) {
      if (job.request.threads() > 0) {
        aside.remove(job);
        job.startNanos += nowNanos - job.asideFromNanos;
        running.add(job);
      }
    }
    List<Request<?, ?>> order = engine.view().running();
    running.sort(Comparator.comparingInt(job -> order.indexOf(job.request)));
    if (policy.wasAskedToAdmit()) {
      OptionalLong leftNanos = policy.untilAdmissionNanos();
      admissionNanos = leftNanos.isPresent() ? nowNanos + leftNanos.getAsLong() : NEVER;
    }
  }
}
