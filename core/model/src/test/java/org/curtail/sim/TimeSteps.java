package org.curtail.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;

/**
 * Simple simulation of any policy whose degrees do not fall, on ideal cores. At every step of the
 * clock the policy decides about every request. It shares only the basic types with {@link
 * Simulation}.
 */
final class TimeSteps {
  private final Policy policy;
  private final Profile profile;
  private final Trace trace;
  private final int cores;
  private final double stepMs;
  private final List<Job> jobs = new ArrayList<>();
  private final ArrayDeque<Integer> queue = new ArrayDeque<>();
  private double nowMs;
  private int exits;

  private static final class Job {
    final int index;
    final double startMs;
    double left = 1;
    double attainedMs;
    int degree;
    int threads = 1;

    Job(int index, double startMs) {
      this.index = index;
      this.startMs = startMs;
    }
  }

  private TimeSteps(Policy policy, Profile profile, Trace trace, int cores, double stepMs) {
    this.policy = policy;
    this.profile = profile;
    this.trace = trace;
    this.cores = cores;
    this.stepMs = stepMs;
  }

  /** Returns latencies by place in the trace, in milliseconds, each too long by up to two steps. */
  static double[] latenciesMs(
      Policy policy, Profile profile, Trace trace, int cores, double stepMs) {
    return new TimeSteps(policy, profile, trace, cores, stepMs).run();
  }

  private double[] run() {
    double[] latenciesMs = new double[trace.size()];
    int arrived = 0;
    int ended = 0;
    for (long step = 0; ended < trace.size(); step++) {
      nowMs = step * stepMs;
      for (Job job : List.copyOf(jobs)) {
        if (job.left <= 0) {
          latenciesMs[job.index] = nowMs - trace.arrivalMs(job.index);
          jobs.remove(job);
          exits++;
          ended++;
        }
      }
      while (arrived < trace.size() && trace.arrivalMs(arrived) <= nowMs) {
        queue.add(arrived++);
      }
      do {
        jobs.forEach(this::decide);
      } while (giveThread());
      if (queue.isEmpty()) {
        exits = 0;
      }
      compute();
    }
    return latenciesMs;
  }

  private int threads() {
    return jobs.stream().mapToInt(job -> job.threads).sum();
  }

  private Load load() {
    return new Load(jobs.size() + queue.size(), queue.size(), threads(), cores);
  }

  private static long nanos(double ms) {
    return Math.round(ms * 1e6);
  }

  private Progress progress(Job job) {
    long execution = nanos(nowMs - job.startMs);
    long waited = Math.max(0, nanos(job.startMs - trace.arrivalMs(job.index)));
    return new Progress(
        waited + execution,
        execution,
        nanos(job.attainedMs),
        job.degree,
        job.threads,
        Prediction.NONE);
  }

  private Progress waiting(int index) {
    return Progress.waiting(Math.max(0, nanos(nowMs - trace.arrivalMs(index))), Prediction.NONE);
  }

  private void decide(Job job) {
    Decision decision = policy.decide(progress(job), load());
    job.degree = Math.max(decision.degree(), job.threads);
  }

  /** Gives one thread to the due request. Returns true if there was one. */
  private boolean giveThread() {
    if (threads() >= policy.threads(cores)) {
      return false;
    }
    Job neediest = null;
    for (Job job : jobs) {
      if (job.threads < job.degree && (neediest == null || isBefore(job, neediest))) {
        neediest = job;
      }
    }
    boolean nextFirst =
        !queue.isEmpty()
            && (neediest == null
                || (policy.traits().ranks()
                    && policy.priority(waiting(queue.getFirst()), load())
                        > policy.priority(progress(neediest), load())));
    if (nextFirst && mayStart()) {
      jobs.add(new Job(queue.removeFirst(), nowMs));
      return true;
    }
    if (neediest != null) {
      neediest.threads++;
      return true;
    }
    return false;
  }

  private boolean isBefore(Job job, Job other) {
    return policy.traits().ranks()
        && policy.priority(progress(job), load()) > policy.priority(progress(other), load());
  }

  private boolean mayStart() {
    Admission admission = policy.admit(waiting(queue.getFirst()), load());
    return switch (admission.kind()) {
      case START -> true;
      case WAIT_FOR_EXIT -> {
        boolean admitted = exits > 0 || jobs.isEmpty();
        exits = Math.max(0, exits - 1);
        yield admitted;
      }
      case WAIT_FOR_CHANGE -> jobs.isEmpty();
      case WAIT_UNTIL -> waiting(queue.getFirst()).ageNanos() >= admission.ageNanos();
    };
  }

  private void compute() {
    double share = Math.min(1, cores / (double) Math.max(1, threads()));
    for (Job job : jobs) {
      double aloneMs = profile.timeMs(trace.request(job.index), job.threads);
      job.left -= stepMs * share / aloneMs;
      job.attainedMs += stepMs * job.threads;
    }
  }

  /** Nearest rank. */
  static double percentileMs(double[] latenciesMs, double percentile) {
    double[] ascending = latenciesMs.clone();
    Arrays.sort(ascending);
    return ascending[(int) Math.ceil(percentile / 100 * ascending.length) - 1];
  }
}
